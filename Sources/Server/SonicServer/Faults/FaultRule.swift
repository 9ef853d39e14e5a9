import SonicProtocol

/// A line of the rules: a fault, its requests, and its frequency.
public struct FaultRule: Sendable, Equatable {
    /// The pattern of the path; `*` matches any text. A pattern with a `?` is compared with path and query.
    let pattern: String
    let fault: MeasuredFault
    /// The frequency among the matching requests.
    let turn: Turn
    /// A header that the request must have; nil for none.
    let condition: HeaderField?

    /// The frequency of a fault among the matching requests.
    enum Turn: Sendable, Equatable {
        /// All.
        case always
        /// The last of every `n` requests.
        case oneOf(Int)
        /// This percentage, by a pseudorandom sequence that is the same in each run.
        case percent(Int, seed: UInt64)
    }

    /// Returns whether the rule matches a request.
    func fits(_ request: ServerRequest) -> Bool {
        let subject = pattern.contains("?") ? request.target : request.path
        guard Wildcards.fit(any: [pattern], subject) else { return false }
        guard let condition else { return true }
        return request.headers.all(condition.name).contains { Wildcards.fit(any: [condition.value], $0) }
    }

    /// A mistake in a line of the rules.
    public struct Mistake: Error, Sendable, Equatable {
        /// The line, counted from 1.
        public let line: Int
        /// The character in it, counted from 1.
        public let column: Int
        /// What is wrong, in a sentence.
        public let sentence: String
    }

    /// Parses rules, one per line: `PATTERN FAULT [AMOUNT] [1 of N | P% [seed S]] [if NAME: VALUE]`. Empty lines and
    /// text after `#` are ignored. Lines with a mistake are skipped. Linear in the text.
    public static func read(_ text: String) -> (rules: [FaultRule], mistakes: [Mistake]) {
        var rules: [FaultRule] = []
        var mistakes: [Mistake] = []
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, line) in lines.enumerated() {
            var words = RuleWords(line, number: index + 1)
            do throws(Mistake) {
                if let rule = try words.rule() { rules.append(rule) }
            } catch {
                mistakes.append(error)
            }
        }
        return (rules, mistakes)
    }
}

/// A tokenizer for a line of rules.
private struct RuleWords {
    private let number: Int
    private var rest: Substring
    private var column = 1

    init(_ line: Substring, number: Int) {
        self.number = number
        rest = line
    }

    /// Parses the rule of the line; returns nil if the line is empty.
    mutating func rule() throws(FaultRule.Mistake) -> FaultRule? {
        guard let pattern = next() else { return nil }
        guard pattern.text.hasPrefix("/") || pattern.text.hasPrefix("*") else {
            throw mistake(pattern, "A rule begins with a path or *, not \(pattern.text).")
        }
        let fault = try measuredFault()
        var turn = FaultRule.Turn.always
        var condition: HeaderField?
        while let word = next() {
            if word.text == "if" {
                condition = try header(word)
            } else if turn != .always {
                throw mistake(word, "Unexpected word \(word.text).")
            } else {
                turn = try self.turn(word)
            }
        }
        return FaultRule(pattern: pattern.text, fault: fault, turn: turn, condition: condition)
    }

    private mutating func measuredFault() throws(FaultRule.Mistake) -> MeasuredFault {
        guard let name = next() else { throw mistake(nil, "The path requires the name of a fault after it.") }
        guard let fault = Fault(rawValue: name.text) else {
            throw mistake(name, "Unknown fault \(name.text); sonic-server faults lists them.")
        }
        var ahead = self
        guard fault.measure != .none, let amount = ahead.next(), amount.text.first?.isNumber == true,
            amount.text != "1" && !amount.text.hasSuffix("%")
        else { return MeasuredFault(fault) }
        self = ahead
        guard let measured = MeasuredFault(fault, measuring: amount.text) else {
            throw mistake(amount, "\(fault.rawValue) takes \(fault.measure.words), not \(amount.text).")
        }
        return measured
    }

    private mutating func turn(_ word: Word) throws(FaultRule.Mistake) -> FaultRule.Turn {
        if word.text.hasSuffix("%"), let share = Int(word.text.dropLast()), (0...100).contains(share) {
            var ahead = self
            guard let seed = ahead.next(), seed.text == "seed" else { return .percent(share, seed: 1) }
            self = ahead
            let value = next()
            guard let value, let number = UInt64(value.text) else {
                throw mistake(value, "seed requires a number.")
            }
            return .percent(share, seed: number)
        }
        guard word.text == "1" else {
            throw mistake(word, "Expected a frequency such as 1 of N or P%, not \(word.text).")
        }
        let of = next()
        let count = of?.text == "of" ? next() : of
        guard of?.text == "of", let count, let number = Int(count.text), number > 0 else {
            throw mistake(count, "Expected “of” and a number above 0 after 1.")
        }
        return .oneOf(number)
    }

    /// Parses the rest of the line: `NAME: VALUE`.
    private mutating func header(_ word: Word) throws(FaultRule.Mistake) -> HeaderField {
        let field = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
            $0.trimming()
        }
        guard field.count == 2, !field[0].isEmpty else {
            throw mistake(word, "if requires a header, such as User-Agent: *Android*.")
        }
        rest = ""
        return HeaderField(field[0], field[1])
    }

    private typealias Word = (text: String, column: Int)

    private mutating func next() -> Word? {
        while let first = rest.first, first == " " || first == "\t" {
            rest = rest.dropFirst()
            column += 1
        }
        let text = rest.prefix { $0 != " " && $0 != "\t" }
        guard !text.isEmpty, text.first != "#" else {
            rest = ""
            return nil
        }
        defer { column += text.count }
        rest = rest[text.endIndex...]
        return (String(text), column)
    }

    private func mistake(_ word: Word?, _ sentence: String) -> FaultRule.Mistake {
        FaultRule.Mistake(line: number, column: word?.column ?? column, sentence: sentence)
    }
}

extension Substring {
    fileprivate func trimming() -> String { String(decoding: Bytes.trimmed(Array(utf8)), as: UTF8.self) }
}

extension Fault.Measure {
    /// The expected format, for messages.
    fileprivate var words: String {
        switch self {
        case .time: "a time such as 200ms, 3s or 10m"
        case .bytes: "a size such as 500K, 64M or 1G"
        case .none: "nothing"
        }
    }
}

/// A fault with its parameter.
public struct MeasuredFault: Sendable, Equatable {
    /// The fault.
    public let fault: Fault
    /// The time, for faults with a time; zero for others.
    let time: Duration
    /// The number of bytes, for faults with a size; zero for others.
    let bytes: Int

    /// Creates a fault with its default parameter.
    public init(_ fault: Fault) {
        self.fault = fault
        switch fault.measure {
        case .time(let usual): (time, bytes) = (usual, 0)
        case .bytes(let usual): (time, bytes) = (.zero, usual)
        case .none: (time, bytes) = (.zero, 0)
        }
    }

    /// Creates a fault with a parameter as in the rules, such as `200ms`, `3s`, `10m` or `64M`; nil if the fault has
    /// none or the text is invalid.
    init?(_ fault: Fault, measuring text: String) {
        self.fault = fault
        switch fault.measure {
        case .time:
            let digits = text.prefix { $0.isASCII && $0.isNumber }
            // More than nine digits are not useful, and could overflow below.
            guard digits.count <= 9, let number = Int(digits) else { return nil }
            switch text.dropFirst(digits.count) {
            case "ms": time = .milliseconds(number)
            case "s": time = .seconds(number)
            case "m": time = .seconds(number * 60)
            default: return nil
            }
            bytes = 0
        case .bytes:
            // A thousandth of the size is kept in memory.
            guard let size = SonicServer.Limits.number(text), size <= 1 << 36 else { return nil }
            (time, bytes) = (.zero, size)
        case .none: return nil
        }
    }
}
