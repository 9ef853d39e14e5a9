import SonicProtocol

/// The causes by which a page merged by a client may differ from the server's, as parts of sentences.
struct ClientCauses {
    private(set) var sentences: [String] = []
    private let template: ClientTemplate
    private let data: [ClientOutcome.Datum]
    private let foldsCase: Bool
    /// The names of data in the template, and their positions.
    private let slots: [[UInt8]: Int]
    private let names: Set<[UInt8]>

    /// The maximum number of names listed for one cause.
    private static let maxNames = 3

    init(_ template: ClientTemplate, _ data: [ClientOutcome.Datum], foldsCase: Bool) {
        self.template = template
        self.data = data
        self.foldsCase = foldsCase
        var slots: [[UInt8]: Int] = [:]
        for slot in template.slots {
            let key = Self.key(Array(template.bytes[slot]), foldsCase)
            if slots[key] == nil { slots[key] = slot.lowerBound }
        }
        self.slots = slots
        names = Set(data.map { Self.key($0.key, foldsCase) })
        addUnknown()
        addMissing()
        addText()
        addWithin()
    }

    private static func key(_ bytes: [UInt8], _ foldsCase: Bool) -> [UInt8] {
        foldsCase ? bytes.folded : bytes
    }

    /// Adds data for which the client has no place.
    private mutating func addUnknown() {
        add(data.filter { !$0.value.isEmpty && slots[Self.key($0.key, foldsCase)] == nil }.map(\.key)) {
            $0 == "{title}" ? "the title is not data there" : "it has no place for \($0)"
        }
    }

    /// Adds places for which no data was sent.
    private mutating func addMissing() {
        add(template.data.keys.filter { !names.contains(Self.key($0, foldsCase)) }) {
            "nothing was sent for what it calls \($0)"
        }
    }

    /// Adds names that occur in the page as text: a client that does not fold case replaces only those before the
    /// place of the data.
    private mutating func addText() {
        var found: [[UInt8]] = []
        let places = Set(template.slots.map(\.lowerBound))
        for group in template.bytes.braceGroups where !places.contains(group.lowerBound) {
            let key = Self.key(Array(template.bytes[group]), foldsCase)
            guard names.contains(key), !found.contains(key) else { continue }
            if !foldsCase, let slot = slots[key], slot < group.lowerBound { continue }
            found.append(key)
            if found.count > Self.maxNames { break }
        }
        add(found) { "\($0) is in the page as text and is replaced there" }
    }

    /// Adds names that occur in data as text.
    private mutating func addWithin() {
        var found: [[UInt8]] = []
        for datum in data {
            for group in datum.value.braceGroups where found.count <= Self.maxNames {
                let key = Self.key(Array(datum.value[group]), foldsCase)
                if names.contains(key), !found.contains(key) { found.append(key) }
            }
            if found.count > Self.maxNames { break }
        }
        add(found) { "\($0) is within data" }
    }

    private mutating func add(_ names: [[UInt8]], _ sentence: (String) -> String) {
        for name in names.prefix(Self.maxNames) {
            let text = Bytes.text(name)
            sentences.append(sentence(text.count > 64 ? text.prefix(60) + "…}" : text))
        }
    }
}
