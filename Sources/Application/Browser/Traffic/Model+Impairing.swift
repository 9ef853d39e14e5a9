import Workbench

/// Own sessions that are made worse on purpose.
extension Model {
    mutating func slow(_ text: String) throws(TypingMistake) -> [Effect] {
        guard let rate = Impairment.Rate(text) else {
            throw TypingMistake(
                words: "Invalid rate “\(text)”: type 3G, 2G, or bytes per second such as 50K or 1M.")
        }
        return impair(.slow, "responses are received at \(rate.bytesPerSecond.byteText) per second") {
            $0.rate = rate
        }
    }

    mutating func delay(_ text: String) throws(TypingMistake) -> [Effect] {
        let time = try pace(text).interval
        return impair(.delay, "each request waits \(time.inWholeUnit)") { $0.delay = time }
    }

    /// Ends what a command began; if nothing is on, its line is opened to type a value.
    mutating func endImpairment(_ kind: Impairment.Kind) -> [Effect] {
        let isOfServer = kind == .fault && isAboutServer
        guard !isOfServer, chosen.impairment.parts.contains(where: { $0.kind == kind }) else {
            begin("\(kind.rawValue) ")
            return []
        }
        return impair(kind, "") { _ in }
    }

    /// Changes the impairment from the next request on; a change to what it is already ends it.
    /// - Parameter words: What the change does, as a clause.
    mutating func impair(
        _ kind: Impairment.Kind, _ words: String, _ change: (inout Impairment) -> Void
    ) -> [Effect] {
        let before = chosen.impairment
        change(&chosen.impairment)
        let isOn = chosen.impairment != before
        if !isOn { chosen.impairment.end(kind) }
        let rest = kind == .fault ? " Nothing is stored." : ""
        notice = .news(
            isOn
                ? "From now on \(words); :\(kind.rawValue) ends it.\(rest)"
                : "\(kind.rawValue) is off.".sentence)
        return [.impair(chosen.impairment)]
    }
}
