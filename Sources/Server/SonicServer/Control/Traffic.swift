import Diagnostics
import SonicProtocol
import SystemLibraries

/// What the server tells those who watch it (docs/server/sonic-server-faults.md#traffic): the last exchanges, and what happens
/// from then on. Shared on the server's one thread by those who note something and by the streams that tell it. Of bounded size:
/// who reads too slowly misses the oldest, and a line says how many.
public final class Traffic {
    /// Something that is reported in a line.
    enum Event {
        /// An exchange is over.
        case exchange(ServedExchange)
        /// Something is held until somebody decides on it.
        case held(InterceptedTransfer)
        /// A rule or a decision.
        case report(JSONValue)

        /// About how much memory it needs, in bytes.
        var size: Int {
            switch self {
            case .exchange(let exchange): exchange.size
            case .held(let exchange): exchange.size
            case .report: 1024
            }
        }
    }

    /// What becomes of secrets.
    let secrets: Secrets
    private let version: String
    private var events: [Event] = []
    private var bytes = 0
    /// The number of the oldest event that is there; the first of all has 0.
    private(set) var first = 0
    private var readers: [TrafficReader] = []
    /// How many streams were begun.
    private var begun = 0
    /// The numbers of those that are not over.
    private var streams: Set<Int> = []
    private let hashes: Hashes
    private let longestHold: Duration
    /// What those who watch intercept.
    private(set) lazy var interceptions = Interceptions(of: self, hashes: hashes, holding: longestHold)
    /// Whether nothing else will be reported.
    private(set) var isClosed = false

    /// How many events are remembered.
    static let capacity = 1000
    /// How many bytes they may have together.
    static let byteCapacity = 16 << 20
    /// How many streams there may be at once.
    static let mostReaders = 16

    /// Nothing so far.
    ///
    /// - Parameters:
    ///   - version: The program's version.
    ///   - secrets: What becomes of secrets.
    ///   - hashes: What hashes of changed pages are computed with.
    ///   - longestHold: How long something is held for a decision.
    public init(
        version: String, secrets: Secrets = .masked, hashes: Hashes = .nettle,
        longestHold: Duration = .seconds(Interceptions.usualSeconds)
    ) {
        self.version = version
        self.secrets = secrets
        self.hashes = hashes
        self.longestHold = longestHold
    }

    /// The number of the next event.
    var next: Int { first + events.count }

    /// The event of a number; nil where it is dropped already, or did not happen yet.
    func event(_ number: Int) -> Event? {
        events.indices.contains(number - first) ? events[number - first] : nil
    }

    /// Notes an event, and tells it.
    func add(_ event: Event) {
        guard !isClosed else { return }
        events.append(event)
        bytes += event.size
        while events.count > Self.capacity || (bytes > Self.byteCapacity && events.count > 1) {
            bytes -= events.removeFirst().size
            first += 1
        }
        for reader in readers { reader.wake() }
    }

    /// Begins a stream; nil where there are enough.
    func reader(over line: ClientLine) -> TrafficReader? {
        guard !isClosed, readers.count < Self.mostReaders else { return nil }
        begun += 1
        admit(begun)
        let reader = TrafficReader(number: begun, of: self, over: line)
        readers.append(reader)
        return reader
    }

    /// Notes a stream that begins.
    func admit(_ number: Int) { streams.insert(number) }

    /// Whether a stream of this number goes on.
    func hasStream(_ number: Int) -> Bool { streams.contains(number) }

    /// A stream is over.
    func ended(_ reader: TrafficReader) {
        readers.removeAll { $0 === reader }
        streams.remove(reader.number)
        interceptions.ended(controller: reader.number)
    }

    /// What a stream begins with: the rules, and what is held.
    var standing: [Event] {
        interceptions.rules.map { .report(["rule": $0.json]) } + interceptions.standing.map { .held($0) }
    }

    /// Ends all streams, each once all events are sent.
    func close() {
        interceptions.close()
        isClosed = true
        for reader in readers { reader.wake() }
    }

    /// What a stream begins with.
    func hello(to reader: Int) -> JSONValue {
        [
            "hello": [
                "controller": .integer(reader), "program": "sonic-server", "version": .string(version),
                "secrets": secrets.handling.word,
                "faults": .array(Fault.allCases.map { .string($0.rawValue) }),
            ]
        ]
    }

    /// An event as a line says it. Linear in the bytes of its bodies.
    func value(_ event: Event) -> JSONValue {
        switch event {
        case .exchange(let exchange): exchange.entry.value(secrets)
        case .held(let exchange): exchange.json(secrets)
        case .report(let value): value
        }
    }
}
