"""Checks and instruments a chat template's syntax tree before it is compiled."""

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.visitor import NodeTransformer

from engine.tokenizer.template_budget import TemplateLimitError
from engine.tokenizer.written_text import WrittenText

# Internal filters that no template can name.
SPEND, CONCATENATE, CHECK_MEMBERS = " spend", " concatenate", " check members"
_MAX_NODES = 1 << 14
_MAX_MACROS = 1 << 8
_LOOP_COST, _MACRO_COST = 1, 8


class GenerationBlock(Extension):
    """`{% generation %}…{% endgeneration %}`, a training mark; ignored here."""

    tags = {"generation"}  # noqa: RUF012 - jinja's own declaration

    def parse(self, parser: Parser) -> list[nodes.Node]:
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


class Instrumentation(NodeTransformer):
    """Instruments what the environment has no hooks for.

    Counts loop iterations, macro calls and comparisons; bounds `~`; turns each string literal
    into a reference to `literals`, which marks it as the template's own.
    """

    def __init__(self, literals: list[WrittenText]) -> None:
        self._literals = literals

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802 - jinja's naming
        return self._counted(node, _LOOP_COST)

    def visit_Macro(self, node: nodes.Macro) -> nodes.Node:  # noqa: N802 - jinja's naming
        return self._counted(node, _MACRO_COST)

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802 - jinja's naming
        self.generic_visit(node)
        return _filtered(nodes.List(node.nodes, lineno=node.lineno), CONCATENATE)

    def visit_Compare(self, node: nodes.Compare) -> nodes.Node:  # noqa: N802 - jinja's naming
        operands = [node.expr, *(operand.expr for operand in node.ops)]
        # A comparison with a constant visits no members.
        is_cheap = any(isinstance(operand, nodes.Const) for operand in operands)
        self.generic_visit(node)
        if not is_cheap:
            node.expr = _filtered(node.expr, CHECK_MEMBERS)
            for operand in node.ops:
                operand.expr = _filtered(operand.expr, CHECK_MEMBERS)
        return node

    def visit_Const(self, node: nodes.Const) -> nodes.Node:  # noqa: N802 - jinja's naming
        return self._literal(node.value, node.lineno) if isinstance(node.value, str) else node

    def visit_TemplateData(self, node: nodes.TemplateData) -> nodes.Node:  # noqa: N802 - as above
        return self._literal(node.data, node.lineno)

    def _literal(self, text: str, line: int) -> nodes.Expr:
        self._literals.append(WrittenText.written(text))
        return nodes.Getitem(
            nodes.EnvironmentAttribute("literals", lineno=line),
            nodes.Const(len(self._literals) - 1, lineno=line),
            "load",
            lineno=line,
        )

    def _counted(self, node: nodes.For | nodes.Macro, cost: int) -> nodes.Node:
        self.generic_visit(node)
        units = nodes.Const(cost, lineno=node.lineno)
        step = nodes.ExprStmt(_filtered(units, SPEND), lineno=node.lineno)
        node.body = [step, *node.body]
        return node


def _filtered(value: nodes.Expr, name: str) -> nodes.Expr:
    return nodes.Filter(value, name, [], [], None, None, lineno=value.lineno)


def check_tree(tree: nodes.Template) -> None:
    """Refuse long templates and imports of others. Raises TemplateLimitError."""
    num_nodes = num_macros = 0
    pending: list[nodes.Node] = [tree]
    while pending:
        node = pending.pop()
        num_nodes += 1
        num_macros += isinstance(node, nodes.Macro | nodes.CallBlock | nodes.Block)
        if num_nodes > _MAX_NODES or num_macros > _MAX_MACROS:
            raise TemplateLimitError("the template is too long")
        if isinstance(node, nodes.Extends | nodes.Include | nodes.Import | nodes.FromImport):
            raise TemplateLimitError("the template asks for another one")
        pending += node.iter_child_nodes()
