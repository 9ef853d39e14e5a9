import Browser

/// What is wanted of a watch.
package struct WatchPlan {
    /// How often every page is asked for; nil for what the configuration says of each.
    let pace: Pace?
    /// How often at most; nil for no end.
    let times: Int?
    /// What ends the watch; nil for nothing.
    let goal: WatchGoal?
    /// What is run at each change; nil for nothing.
    let command: ShellCommand?
    /// Whether objects are printed in place of words.
    let isJSON: Bool
    /// Whether a change counts that the text does not show.
    let countsSource: Bool
    /// How many failures in a row are nothing; nil for what the configuration says of each page.
    let tolerance: Int?
    /// The parts of pages that alone count, in place of what the configuration says; empty for that.
    let only: [ComparisonRules.Part]
    /// The parts that do not count, beside those that the configuration names.
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

    /// What counts of a page of which the configuration says this.
    func rules(_ rules: ComparisonRules) -> ComparisonRules {
        var rules = rules
        if !only.isEmpty { rules.only = only }
        rules.ignore += ignored
        return rules
    }
}
