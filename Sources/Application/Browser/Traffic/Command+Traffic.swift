// The commands for the traffic.
extension Command {
    static let openTraffic = Command(
        "traffic", [.function(12)], "traffic",
        "List the exchanges of this run, of a HAR file, or of a running sonic-server.",
        words: "har exchanges network requests clients recording monitor waterfall", in: .panes,
        takes: .optional("FILE|URL"), given: { $0.openTraffic(TrafficSource($1.trimmed)) },
        does: { $0.showTraffic() })
    static let filterTraffic = Command(
        "filter", [], "filter", "Show the exchanges that match WORDS; without WORDS, all.",
        in: .panes, takes: .optional("WORDS"), offering: ArgumentOffer.trafficTerms, unless: [.noTraffic],
        given: { try $0.filterTraffic($1) }, changes: { $0.showAllTraffic() })
    static let filterFolder = Command(
        "filter-folder", ["f"], "filter folder",
        "Type a filter of the folder of this exchange, and of its host if there are several.",
        words: "path directory site domain", in: .traffic, changes: { $0.typeFolderFilter() })
    static let groupTraffic = Command(
        "group-traffic", ["b"], "group",
        "Group the exchanges by page, by client, by host and folder, or not at all.",
        in: .traffic,
        changes: { $0.changeTraffic { $0.order(by: $0.shown.order.next) } })
    static let followTraffic = Command(
        "follow-traffic", ["F"], "follow", "Follow the latest exchange, or stop following.",
        in: .traffic,
        changes: { $0.changeTraffic { $0.follows.toggle() } })

    static let forceFault = Command(
        "fault", [], "fault",
        "Break the responses to pages, storing nothing; repeat to end it. In a server's traffic: its next response.",
        words: "force fail break simulate chaos error inject", in: .panes, takes: .optional("FAULT"),
        offering: ArgumentOffer.faults,
        given: { $1 == "off" ? $0.endImpairment(.fault) : try $0.setFault($1) },
        does: { $0.endImpairment(.fault) })
    static let map = Command(
        "map", [], "map",
        "Answer requests for the page of a server's row from a file, sent again when saved, or from another address.",
        words: "map-local map-remote override mock rewrite redirect rule", in: .panes,
        takes: .needed("FILE|URL"), unless: [.noTraffic], given: { try $0.map(to: $1) },
        changes: { $0.begin("map ") })
    static let listRules = Command(
        "rules", [], "rules", "List the rules of a server, to end them.", words: "map intercept", in: .panes,
        unless: [.noTraffic], changes: { $0.overlay = RuleList() })
    static let endRule = Command(
        "end-rule", ["x", .delete], "end", "End the rule under the cursor.", in: .rules)
    static let slow = Command(
        "slow", [], "slow", "Limit the rate of responses; repeat to end it.", aliases: "throttle",
        words: "bandwidth network 3g 2g limit speed simulate", in: .panes, takes: .optional("3G|2G|RATE"),
        offering: ArgumentOffer.rates, given: { $1 == "off" ? $0.endImpairment(.slow) : try $0.slow($1) },
        does: { $0.endImpairment(.slow) })
    static let delay = Command(
        "delay", [], "delay", "Delay each request by this time; repeat to end it.", aliases: "latency",
        words: "throttle network lag simulate sleep", in: .panes, takes: .optional("TIME"),
        offering: ArgumentOffer.delays, given: { $1 == "off" ? $0.endImpairment(.delay) : try $0.delay($1) },
        does: { $0.endImpairment(.delay) })

    /// All of them, in the order of the help.
    static let traffic: [Command] = [
        .openTraffic, .filterTraffic, .filterFolder, .groupTraffic, .followTraffic, .forceFault, .slow,
        .delay,
        .map.also(["M"], "map", "Answer requests for its page from a file or another address.", in: .traffic),
        .listRules.also(["R"], "rules", "List the rules of the server.", in: .traffic),
        .map, .listRules, .endRule,
    ]
}
