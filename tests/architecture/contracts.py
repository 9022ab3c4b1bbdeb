"""A kind of import contract of our own: for whatever games there are, so that a new one need not be listed."""

from grimp import ImportGraph
from importlinter import ContractCheck, fields
from importlinter.contracts.independence import IndependenceContract
from importlinter.domain.imports import ModuleExpression


class ApartContract(IndependenceContract):
    """No folder in `package` knows anything of the folders beside it, but for those that are `shared` by all."""

    type_name = "apart"

    package = fields.StringField()
    shared = fields.SetField(subfield=fields.StringField())
    modules = fields.SetField(subfield=fields.ModuleExpressionField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        shared = {f"{self.package}.{name}" for name in self.shared}
        folders = {child for child in graph.find_children(str(self.package)) if graph.find_children(child)}
        self.modules = {ModuleExpression(name) for name in sorted(folders - shared)}
        return super().check(graph, verbose)
