"""The figures of a running bot in Prometheus' words. Wants prometheus_client."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
    SummaryMetricFamily,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from bot.figures import BOUNDS, Figures
from storage.tally import Tally


class Metrics(Collector):
    """Reads the figures whenever it is asked. `waiting`: operations the notice board has still to do."""

    def __init__(self, figures: Figures, tally: Tally, waiting: Callable[[], int]) -> None:
        self._figures = figures
        self._tally = tally
        self._waiting = waiting
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def page(self) -> tuple[bytes, str]:
        """The page, and its type."""
        return generate_latest(self._registry), CONTENT_TYPE_LATEST

    def collect(self) -> Iterator[Metric]:
        figures, tally = self._figures, self._tally
        updates = CounterMetricFamily("swissclub_updates", "Updates, by what became of them", labels=["receipt"])
        for receipt, count in figures.updates.items():
            updates.add_metric([receipt], count)
        yield updates
        buckets = zip((*map(str, BOUNDS), "+Inf"), accumulate(figures.latency.counts), strict=True)
        yield HistogramMetricFamily(
            "swissclub_update_seconds", "From the coming of an update to its receipt, after the commit",
            buckets=list(buckets), sum_value=figures.latency.seconds)
        yield GaugeMetricFamily("swissclub_updates_in_hand", "Updates without a receipt yet", figures.in_hand)
        calls = CounterMetricFamily(
            "swissclub_calls", "Calls to Telegram, by method and by the answer's status (429: too many)",
            labels=["method", "status"])
        for (method, status), count in figures.calls.items():
            calls.add_metric([method, status], count)
        yield calls
        yield CounterMetricFamily("swissclub_foreign_posts", "Posts that did not know the secret", figures.foreign)
        yield GaugeMetricFamily("swissclub_operations_waiting", "Sends and edits still to be done", self._waiting())
        facts = CounterMetricFamily("swissclub_facts", "Facts written, by kind (Drafted: drafts)", labels=["kind"])
        for kind, count in tally.facts.items():
            facts.add_metric([kind], count)
        yield facts
        yield SummaryMetricFamily("swissclub_replay_seconds", "Events read and replayed from their first fact",
                                  count_value=tally.replays, sum_value=tally.seconds)
