import CellGrid
import Exchanges

/// The rules of the followed server. It draws their current state, so that it is live.
struct RuleList: ListOverlay {
    var cursor = ListCursor(count: 0, at: 0)

    var title: String { "Rules" }

    var hints: [Command] { [.endRule, .optionDown, .optionUp, .leaveOptions] }

    var ways: String { "{end-rule} ends a rule, {leave-list} leaves." }

    var context: KeyTable.Context { .rules }

    var emptiness: String { "The server has no rules: {leave-list} leaves." }

    func count(_ model: Model) -> Int? { model.serverRules.count }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        let rules = model.serverRules
        guard command == .endRule, rules.indices.contains(cursor.index) else {
            return .passes(command == .takeOptions ? nil : command)
        }
        return .stays(model.ask(.remove(rule: rules[cursor.index].id)))
    }

    var headings: [ListColumn: String]? {
        [.number: "rule", .title: "does", .path: "filter", .client: "set by"]
    }

    func cells(_ index: Int, _ model: Model) -> [ListColumn: ListCell] {
        let rule = model.serverRules[index]
        let source = rule.source.map { "answers from \($0)" }
        return [
            .number: ListCell("\(rule.id)"), .title: ListCell(VisibleText.line(source ?? "intercepts")),
            .path: ListCell(VisibleText.line(rule.filter), .dimmed),
            .client: ListCell(rule.controller == model.controller ? "this program" : "another one"),
        ]
    }
}
