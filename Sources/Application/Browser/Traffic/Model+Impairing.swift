import BrowserValues
import Workbench

// Own sessions that are made worse on purpose: each command ends what it began.
extension Model {
    mutating func slow(_ text: String) throws(TypingMistake) -> [Effect] {
        guard let rate = Impairment.Rate(text) else {
            throw TypingMistake(
                words: "Invalid rate “\(text)”: type 3G, 2G, or bytes in a second such as 50K or 1M.")
        }
        return impair(
            .slow, "responses are received at \(rate.bytesPerSecond.byteText) in a second",
            isOn: impairment.rate != rate
        ) { $0.rate = rate }
    }

    mutating func delay(_ text: String) throws(TypingMistake) -> [Effect] {
        let time = try pace(text).interval
        return impair(
            .delay, "each request waits \(time.inWholeUnit)", isOn: impairment.delay != time
        ) { $0.delay = time }
    }

    /// Ends what a command began; if nothing is on, its line is opened to type a value.
    mutating func endImpairment(_ kind: Impairment.Kind) -> [Effect] {
        let isOfServer = kind == .fault && controller != nil
        guard !isOfServer, impairment.parts.contains(where: { $0.kind == kind }) else {
            begin("\(kind.rawValue) ")
            return []
        }
        return impair(kind, "", isOn: false) { _ in }
    }

    /// Changes the impairment from the next request on.
    /// - Parameters:
    ///   - words: What the change does, as a clause.
    ///   - isOn: Whether it begins; otherwise the command ends it.
    mutating func impair(
        _ kind: Impairment.Kind, _ words: String, isOn: Bool, _ change: (inout Impairment) -> Void
    ) -> [Effect] {
        impairment.end(kind)
        if isOn { change(&impairment) }
        let rest = kind == .fault ? " Nothing is stored." : ""
        notice = .news(
            isOn
                ? "From now on \(words); :\(kind.rawValue) ends it.\(rest)"
                : "\(kind.rawValue) is off.".sentence)
        return [.impair(impairment)]
    }
}
