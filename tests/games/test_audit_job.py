"""An audit that is limited by steps, and the process that works audits out."""

import os
import signal
import sys
from dataclasses import replace

import pytest

from scorekeeper.audit.work import TooMuchWork
from scorekeeper.games import GAMES
from scorekeeper.games.audit_job import AuditJob, AuditProcess
from scorekeeper.games.game import Seating
from scorekeeper.night.record import read_play
from scorekeeper.phrase import Refused

PLAYERS = ("Anna", "Bernd", "Clara")
CALL = {"declarer": "Bernd", "contract": "oberer", "points": 31}
# A third of what was played is forgotten; some wrong cards are certain all the same, and some are in doubt.
TRICKS = (
    "3D T20 8S", "_ QC _", "VD T1 CD", "KD T21 QD", "T8 VH T3", "_ _ SK", "9C T17 _", "_ T13 _", "2D T4 T15",
    "AD T12 T6", "_ _ 7C", "KC _ 8C", "KS T10 _", "T7 9S _", "T16 VC QH", "T18 _ 4H",
)  # fmt: skip
ENDLESS, PAGE = 10**9, 28_000


def job(steps, **changed):
    game = GAMES["tapp"]
    record = read_play(game, PLAYERS, {"tricks": list(TRICKS), **changed})
    return AuditJob(game.key, game.presets["alscher"], Seating(1, "Clara", PLAYERS), CALL, record, steps)


@pytest.fixture
def process():
    process = AuditProcess()
    yield process
    process.end()


def breaches(verdict):
    return {(found.trick, found.card) for found in verdict.violations}


def test_fewer_steps_accuse_nobody_more():
    whole = job(ENDLESS).work_out()
    assert job(200_000).work_out() == whole
    assert breaches(whole)
    for steps in (0, 100, 1_000, 5_000, 10_000):
        less = job(steps).work_out()
        assert breaches(less) <= breaches(whole)
        assert {(one.trick, one.card) for one in whole.undecided} <= {(one.trick, one.card) for one in less.undecided}
    assert job(0).work_out() != whole


def test_the_turn_and_the_hands_are_found_without_judging():
    for tricks in (TRICKS[:1], TRICKS[:4], (*TRICKS[:3], "_ _"), TRICKS):
        whole = job(ENDLESS, tricks=list(tricks)).work_out()
        ahead = job(ENDLESS, tricks=list(tricks))._replace(judging=False).work_out()
        assert (ahead.turn, ahead.hands) == (whole.turn, whole.hands)


def test_a_strict_limit_says_so():
    with pytest.raises(TooMuchWork):
        job(ENDLESS).work_out(1_000, strict=True)


def test_another_process_says_the_same_verdict_and_the_same_refusal(process):
    assert process.ask(job(PAGE), 60) == job(PAGE).work_out()
    foreign = job(PAGE)._replace(record=replace(job(PAGE).record, leader="Emil"))
    refused = process.ask(foreign, 60)
    assert isinstance(refused, Refused)
    assert refused.key == "play.leader"


def test_a_process_that_was_killed_is_replaced(process):
    assert process.ask(job(PAGE), 60)
    os.kill(process._process.pid, signal.SIGKILL)
    process._process.wait()
    assert process.ask(job(PAGE), 60) == job(PAGE).work_out()


def test_a_process_that_does_not_answer_is_given_up(process):
    process.ask(job(0), 60)
    os.kill(process._process.pid, signal.SIGSTOP)
    assert process.ask(job(PAGE), 0.1) is None
    assert process.ask(job(PAGE), 60)


def test_where_no_process_can_be_started_there_is_no_answer(process, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert process.ask(job(PAGE), 60) is None


def test_a_game_that_another_process_does_not_know_has_no_answer(process, capfd):
    assert process.ask(job(PAGE)._replace(game="bridge"), 60) is None
    assert "an audit failed: KeyError('bridge')" in capfd.readouterr().err


@pytest.mark.skipif(not hasattr(os, "nice"), reason="Windows knows no niceness")
def test_the_process_steps_back_within_the_session_of_the_server(process):
    assert process.ask(job(PAGE), 60)
    there = process._process.pid
    assert os.getsid(there) == os.getsid(0), "Linux compares the niceness of programs within a session"
    assert os.getpgid(there) != os.getpgid(0), "who presses Ctrl-C ends the server alone"
    assert os.getpriority(os.PRIO_PROCESS, there) > os.getpriority(os.PRIO_PROCESS, 0)
