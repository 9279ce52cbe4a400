"""A cluster comes to the same as one process, also when a worker is killed half-way."""

from __future__ import annotations

import os
import signal

import pytest
from attrs import evolve

from bombsight.boundary.errors import InputError
from bombsight.service.games.requests import Rules
from bombsight.service.simulating import cluster as clusters
from bombsight.service.simulating.cluster import cluster_pool
from bombsight.service.simulating.pools import play_in_process
from bombsight.service.simulating.requests import SimulationRequest, build_order
from bombsight.service.simulating.simulation import run_simulation, start_simulation
from bombsight.service.simulating.summary import summarize_simulation
from tests.examples import EXAMPLES

distributed = pytest.importorskip("distributed", reason="needs distributed: python -m pip install '.[dev]'")
LIGHTHOUSE = str(EXAMPLES / "lighthouse")


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    """A cache for all of these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOMBSIGHT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def two():
    """A cluster of two workers."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as begun:
        yield begun


def ordered(missions: int):
    return build_order(LIGHTHOUSE, Rules(), SimulationRequest(missions=missions, seed=3))


def test_a_worker_may_be_killed_half_way(two):
    order = ordered(60_000)
    *_, expected = run_simulation(start_simulation(order), play_in_process)
    running = run_simulation(start_simulation(order), cluster_pool(two.scheduler_address))
    first = next(running)
    assert first.counted.runs < order.runs
    os.kill(two.workers[0].pid, signal.SIGKILL)
    *_, found = running

    assert summarize_simulation(found) == summarize_simulation(expected)


def test_a_worker_of_another_version_is_found_out(two):
    order = ordered(100)
    (side,) = order.sides
    with pytest.raises(InputError, match="makes another program"):
        next(cluster_pool(two.scheduler_address)(evolve(order, sides=(evolve(side, digest="of another version"),))))


def test_where_there_is_no_cluster(monkeypatch):
    monkeypatch.setattr(clusters, "CONNECT_TIMEOUT", 1)
    for address in ("tcp://127.0.0.1:1", "nonsense"):
        with pytest.raises(InputError, match="there is no cluster at this address"):
            next(cluster_pool(address)(ordered(100)))


def test_a_cluster_without_workers(monkeypatch):
    monkeypatch.setattr(clusters, "FIRST_WORKER_TIMEOUT", 1)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50) as empty,
        pytest.raises(InputError, match="has no workers"),
    ):
        next(cluster_pool(empty.scheduler_address)(ordered(100)))


def test_without_the_extra_it_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(clusters, "find_spec", lambda name: None)
    with pytest.raises(InputError) as refused:
        cluster_pool("tls://127.0.0.1:1")
    assert "pip install 'bombsight[cluster]'" in refused.value.hint
