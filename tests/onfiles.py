"""What is left out when the tests run on PostgreSQL (`TEST_DATABASE=postgres`), and why.

By module, or by one test of a module. Everything else that opens a database in such a run gets one of the
server, and whoever opens a file all the same fails: so nothing is left out but what stands here.
"""

from __future__ import annotations

LEFT_OUT: dict[str, str] = {
    "test_broken_file": "files that are damaged, locked, read-only or not ours",
    "test_storage_sqlite": "the driver of files",
    "test_ledger_failing": "errors of SQLite between the statements of a batch",
    "test_demo_actors": "the demo keeps a file of its own",
    "test_demo_page": "the same",
    "test_demo_weeks": "the same",
    "test_demo_looks::test_the_title_is_whole_on_a_phone": "the same",
    "test_demo_looks::test_it_begins_without_a_warning": "the same",
    "test_restore": "copies of files; those of a server are pg_dump's work",
    "test_storage_commands::test_no_database_is_made_by_looking_for_one": "a server's database is made by its owner",
    "test_storage_commands::test_a_backup_made_during_writes_is_one_moment": "the same",
    "test_storage_commands::test_a_copy_that_can_not_be_made_names_both_files": "the same",
    "test_storage_commands::test_a_backup_does_not_replace_the_database": "the same",
    "test_storage_migrations::test_an_upgrade_can_be_tried_on_a_copy": "the same",
    "test_storage_migrations::test_a_sqlite_that_is_too_old_is_named": "versions of SQLite",
    "test_storage_people::test_a_forgotten_name_is_in_no_file_of_the_memory": "reads the bytes of the file",
    "test_leaderboards::test_ratings_that_can_not_be_made_again_are_refused_in_words": "a server keeps its rows together",
    "test_long_past::test_the_past_is_never_read_through": "how SQLite goes about a statement",
    "test_restart::test_sigterm_ends_it_in_half_a_minute_while_somebody_else_has_locked_the_file": "locks of files",
    "test_restart::test_a_second_process_on_the_same_file_is_stopped_at_once": "on a server it stands by: test_replicas",
    "test_faults::test_a_disk_that_is_full_for_a_while_holds_the_answers_back_and_loses_none":
        "limits the files of the process, and a server's are not its own",
}


def reason(module: str, test: str) -> str | None:
    """Why this test is left out; None: it is not. `test` with or without its parameters."""
    return LEFT_OUT.get(module) or LEFT_OUT.get(f"{module}::{test.partition('[')[0]}")
