import BrowserValues

/// The options of a watch.
package struct WatchPlan {
    /// The polling interval of all pages; nil for those in the configuration.
    let pace: Pace?
    /// The maximum number of runs; nil for no limit.
    let times: Int?
    /// The condition that ends the watch; nil for none.
    let goal: WatchGoal?
    /// The command run for each change; nil for none.
    let command: ShellCommand?
    /// Whether the output is JSON instead of text.
    let isJSON: Bool
    /// Whether changes that do not affect the text count.
    let countsSource: Bool
    /// The number of consecutive failures that are tolerated; nil for that in the configuration.
    let tolerance: Int?
    /// The only parts of pages that count, instead of those in the configuration; empty for those.
    let only: [ComparisonRules.Part]
    /// The parts that are ignored, in addition to those in the configuration.
    let ignored: [ComparisonRules.Part]

    package init(
        pace: Pace? = nil, times: Int? = nil, goal: WatchGoal? = nil, command: ShellCommand? = nil,
        isJSON: Bool = false, countsSource: Bool = false, tolerance: Int? = nil,
        only: [ComparisonRules.Part] = [], ignored: [ComparisonRules.Part] = []
    ) {
        self.pace = pace
        self.times = times
        self.goal = goal
        self.command = command
        self.isJSON = isJSON
        self.countsSource = countsSource
        self.tolerance = tolerance
        self.only = only
        self.ignored = ignored
    }

    /// Returns the comparison rules for a page with these rules in the configuration.
    func rules(_ rules: ComparisonRules) -> ComparisonRules {
        var rules = rules
        if !only.isEmpty { rules.only = only }
        rules.ignore += ignored
        return rules
    }
}
