"""The import contracts hold, and they bite."""

from copy import deepcopy
from pathlib import Path

import pytest
from grimp import build_graph
from importlinter.api import read_configuration
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.layers import LayersContract

from tests.architecture.contracts import ApartContract

ROOT = Path(__file__).parents[2]
KINDS = {"layers": LayersContract, "forbidden": ForbiddenContract, "apart": ApartContract}


@pytest.fixture(scope="module")
def graph_of_code():
    return build_graph("scorekeeper", include_external_packages=True, cache_dir=None)


@pytest.fixture
def graph(graph_of_code):
    """The imports of the program, to be spoilt."""
    return deepcopy(graph_of_code)


@pytest.fixture(scope="module")
def contracts():
    read = read_configuration(str(ROOT / "pyproject.toml"))
    return [KINDS[each["type"]](each["name"], read["session_options"], each) for each in read["contracts_options"]]


def broken(contracts, graph):
    """The names of the contracts that these imports break."""
    return [each.name for each in contracts if not each.check(deepcopy(graph), verbose=False).kept]


def test_packages_import_only_from_below(contracts, graph):
    assert len(graph.modules) > 300
    assert broken(contracts, graph) == []


LAYERS = "packages import only from below"
OF_WEB = "features of the web import only from below"
OF_STORAGE = "packages of the storage import only from below"


@pytest.mark.parametrize(
    ("importer", "imported", "contract"),
    [
        ("games.herzblatt.scoring", "flask", "the core knows no framework"),
        ("night.night", "peewee", "the core knows no framework"),
        ("cards.packs", "scorekeeper.games", LAYERS),
        ("storage.writing.entry", "scorekeeper.web.core.lifecycle", LAYERS),
        ("journal.hash_chain", "scorekeeper.accounts.kitty", LAYERS),
        ("web.deal.draft", "scorekeeper.web.sheet.plot", OF_WEB),
        ("storage.journal.entries", "scorekeeper.storage.access.devices", OF_STORAGE),
        ("web.sheet.views", "peewee", "only storage knows peewee"),
        ("games.herzblatt.deal", "scorekeeper.games.husarln", "games do not know each other"),
        ("games.declarer.game", "scorekeeper.games.tarock.discard", "what games share imports only from below"),
    ],
)
def test_an_import_from_above_is_found(contracts, graph, importer, imported, contract):
    assert {f"scorekeeper.{importer}", imported} <= graph.modules
    graph.add_import(importer=f"scorekeeper.{importer}", imported=imported)
    assert contract in broken(contracts, graph)


@pytest.mark.parametrize(
    ("module", "contract"), [("attic", LAYERS), ("web.attic", OF_WEB), ("storage.attic", OF_STORAGE)]
)
def test_a_new_module_needs_its_place(contracts, graph, module, contract):
    graph.add_module(f"scorekeeper.{module}")
    assert contract in broken(contracts, graph)


@pytest.mark.parametrize(("importer", "imported"), [("fourth", "husarln"), ("herzeln.deal", "fourth.deal")])
def test_a_new_game_is_held_to_the_contract_unlisted(contracts, graph, importer, imported):
    for module in ("fourth", "fourth.deal"):
        graph.add_module(f"scorekeeper.games.{module}")
    assert broken(contracts, graph) == []
    graph.add_import(importer=f"scorekeeper.games.{importer}", imported=f"scorekeeper.games.{imported}")
    assert broken(contracts, graph) == ["games do not know each other"]
