import BrowserValues
import PageLayout
import SonicProtocol

/// An order to load a picture and draw it as characters.
public struct PictureOrder: Hashable, Sendable {
    /// Where its bytes are.
    public enum Place: Sendable {
        /// At its address, to be fetched.
        case away(reach: Reach, mode: CacheMode = .default)
        /// In memory.
        case here([UInt8])
    }

    /// Its address.
    public let url: WebURL
    /// The page that shows it: cookies and headers of the reader go to the page's own origin only.
    public let page: WebURL
    /// The available room.
    public let size: Picture.Size
    /// Where its bytes are.
    public let place: Place
    /// The SHA-1 of the bytes that are already drawn; nil for none. The same bytes are not drawn again.
    public let known: String?

    /// Creates an order for a picture.
    init(url: WebURL, page: WebURL, size: Picture.Size, place: Place, known: String? = nil) {
        self.url = url
        self.page = page
        self.size = size
        self.place = place
        self.known = known
    }

    /// Returns the same order with the SHA-1 of the bytes that are already drawn.
    func knowing(_ digest: String) -> PictureOrder {
        PictureOrder(url: url, page: page, size: size, place: place, known: digest)
    }

    /// The mode of the HTTP cache.
    var mode: CacheMode {
        switch place {
        case .away(_, let mode): mode
        case .here: .default
        }
    }

    /// Returns whether two orders are for the same picture, size and cache mode.
    public static func == (left: PictureOrder, right: PictureOrder) -> Bool {
        left.url == right.url && left.size == right.size && left.mode == right.mode
    }

    /// Hashes the address and the size.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(url)
        hasher.combine(size)
    }
}

/// The outcome of an order for a picture.
public enum PictureReport: Sendable {
    /// It was drawn from bytes of this SHA-1.
    case drawn(Picture, of: String = "")
    /// Its bytes are those already drawn.
    case unchanged
    /// It could not be loaded, or is not a picture.
    case failed
    /// The program that draws pictures is not installed.
    case noProgram
}

/// The pictures drawn in this run, by address and size.
struct PictureShelf: Sendable {
    /// The state of a picture.
    enum State: Sendable {
        /// It was requested in this mode.
        case requested(CacheMode)
        /// It was drawn from bytes of this SHA-1.
        case here(Picture, of: String, CopyFreshness)
        /// It could not be loaded.
        case failed
    }

    private struct Key: Hashable {
        let url: WebURL
        let size: Picture.Size

        init(_ order: PictureOrder) { (url, size) = (order.url, order.size) }
    }

    /// The maximum number of pictures kept; the oldest are dropped first.
    static let limit = 256

    private var states: [Key: State] = [:]
    private var order: [Key] = []

    /// The state of a picture; nil if it was never requested.
    subscript(order: PictureOrder) -> State? { states[Key(order)] }

    mutating func ask(for order: PictureOrder) {
        let key = Key(order)
        switch states[key] {
        case .here(let picture, let digest, _):
            states[key] = .here(picture, of: digest, .requested(order.mode))
        case .requested, .failed, nil: states[key] = .requested(order.mode)
        }
    }

    /// Stores the report for an order; if the picture could not be loaded, an earlier copy stays in use. A report that
    /// no order waits for is ignored.
    mutating func put(_ report: PictureReport, for wanted: PictureOrder) {
        let key = Key(wanted)
        switch (states[key], report) {
        case (.requested(wanted.mode), .drawn(let picture, let digest)):
            states[key] = .here(picture, of: digest, .current)
            order.append(key)
            if order.count > Self.limit { states[order.removeFirst()] = nil }
        case (.requested(wanted.mode), _): states[key] = .failed
        case (.here(_, _, .requested(wanted.mode)), .drawn(let picture, let digest)):
            states[key] = .here(picture, of: digest, .current)
        case (.here(let picture, let digest, .requested(wanted.mode)), _):
            states[key] = .here(picture, of: digest, .current)
        case (.requested, _), (.here, _), (.failed, _), (nil, _): break
        }
    }

    /// Marks all pictures that failed or have not arrived to be requested again.
    mutating func forgetUnanswered() {
        states = states.compactMapValues { state in
            switch state {
            case .failed, .requested: nil
            case .here(let picture, let digest, .requested): .here(picture, of: digest, .due)
            case .here: state
            }
        }
    }

    /// Begins a visit: the pictures of the page are requested again in this mode, including those that failed.
    mutating func beginVisit(_ mode: CacheMode) {
        let isPatient = mode == .default || mode == .forceCache
        states = states.compactMapValues { state in
            switch state {
            case .failed: nil
            case .requested where isPatient, .here(_, _, .requested) where isPatient: state
            case .requested: nil
            case .here(let picture, let digest, _): .here(picture, of: digest, .due)
            }
        }
    }
}
