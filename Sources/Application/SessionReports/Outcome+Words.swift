import SonicSession

extension Outcome.Kind {
    /// The name in words, from the longest to the shortest form.
    public var names: [String] {
        switch self {
        case .firstLoad: ["first load", "first", "first"]
        case .allCached: ["all cached", "cached", "cached"]
        case .dataUpdate: ["data update", "data", "data"]
        case .templateChange: ["template change", "template", "templ"]
        case .plain: ["plain", "plain", "plain"]
        case .fresh: ["fresh", "fresh", "fresh"]
        case .offline: ["offline", "offline", "offline"]
        case .failed: ["failed", "failed", "failed"]
        }
    }

    /// The name in words.
    public var words: String { names[0] }
}
