// The commands for the traffic.
extension Command {
    static let openTraffic = Command(
        "traffic", [.function(12)], "traffic",
        "List the exchanges of this run, of a HAR file, or of a running sonic-server.",
        words: "har exchanges network requests clients recording monitor waterfall", in: .panes,
        takes: .optional("FILE|URL"), given: { $0.openTraffic(from: $1) }, does: { $0.showTraffic() })
    static let filterTraffic = Command(
        "filter", [], "filter", "Show the exchanges that match WORDS; without WORDS, all.",
        in: .panes, takes: .optional("WORDS"), offering: ArgumentOffer.trafficTerms, unless: [.noTraffic],
        given: { try $0.filterTraffic($1) }, changes: { $0.showAllTraffic() })
    static let groupTraffic = Command(
        "group-traffic", ["b"], "group", "Group the exchanges by page, by client, or not at all.",
        in: .traffic,
        changes: { $0.changeTraffic { $0.order(by: $0.shown.order.next) } })
    static let followTraffic = Command(
        "follow-traffic", ["F"], "follow", "Follow the latest exchange, or stop following.",
        in: .traffic,
        changes: { $0.changeTraffic { $0.follows.toggle() } })

    static let forceFault = Command(
        "fault", [], "fault",
        "Make the server respond to the next request of this page with a fault.",
        words: "force fail break simulate", in: .panes, takes: .optional("FAULT"),
        offering: ArgumentOffer.faults, unless: [.noServer], given: { try $0.force($1) },
        changes: { $0.prompt = .command(CommandLine("fault ")) })

    /// All commands for the traffic.
    /// All of them, in the order of the help.
    static let traffic: [Command] = [
        .openTraffic, .filterTraffic, .groupTraffic, .followTraffic, .forceFault,
    ]
}
