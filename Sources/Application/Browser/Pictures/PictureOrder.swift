import PageLayout
import SonicProtocol

/// A picture that is to be shown as characters.
public struct PictureOrder: Hashable, Sendable {
    /// Where its bytes are.
    public enum Place: Sendable {
        /// At its address, to be fetched.
        case away(reach: Reach, mode: CacheMode = .default)
        /// Here.
        case here([UInt8])
    }

    /// Its address.
    public let url: WebURL
    /// The page that shows it: cookies and headers of the reader go to the page's own origin only.
    public let page: WebURL
    /// How much room there is.
    public let size: Picture.Size
    /// Where its bytes are.
    public let place: Place
    /// SHA-1 of the bytes that are drawn already; nil for none. The same are not drawn again.
    public let known: String?

    /// An order for a picture.
    init(url: WebURL, page: WebURL, size: Picture.Size, place: Place, known: String? = nil) {
        self.url = url
        self.page = page
        self.size = size
        self.place = place
        self.known = known
    }

    /// The same for a picture of which bytes of this SHA-1 are drawn.
    func knowing(_ digest: String) -> PictureOrder {
        PictureOrder(url: url, page: page, size: size, place: place, known: digest)
    }

    /// How the HTTP cache takes part.
    var mode: CacheMode {
        switch place {
        case .away(_, let mode): mode
        case .here: .default
        }
    }

    /// Whether two orders are for one picture of one size, to be got in one way.
    public static func == (left: PictureOrder, right: PictureOrder) -> Bool {
        left.url == right.url && left.size == right.size && left.mode == right.mode
    }

    /// Hashes the address and the size.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(url)
        hasher.combine(size)
    }
}

/// What became of a picture that was to be shown.
public enum PictureReport: Sendable {
    /// It is here, drawn from bytes of this SHA-1.
    case drawn(Picture, of: String = "")
    /// Its bytes are those that are drawn already.
    case unchanged
    /// It could not be had, or is none.
    case failed
    /// There is no program that draws pictures.
    case noProgram
}

/// The pictures drawn in this run, by their addresses and sizes.
struct PictureShelf: Sendable {
    /// What is known of a picture.
    enum State: Sendable {
        /// It was asked for, in this mode.
        case asked(CacheMode)
        /// It is here, drawn from bytes of this SHA-1.
        case here(Picture, of: String, CopyStanding)
        /// It could not be had.
        case failed
    }

    private struct Key: Hashable {
        let url: WebURL
        let size: Picture.Size

        init(_ order: PictureOrder) { (url, size) = (order.url, order.size) }
    }

    /// The most pictures kept; beyond them those drawn first are forgotten.
    static let limit = 256

    private var states: [Key: State] = [:]
    private var order: [Key] = []

    /// What is known of a picture; nil when it was never asked for.
    subscript(order: PictureOrder) -> State? { states[Key(order)] }

    mutating func ask(for order: PictureOrder) {
        let key = Key(order)
        switch states[key] {
        case .here(let picture, let digest, _): states[key] = .here(picture, of: digest, .asked(order.mode))
        case .asked, .failed, nil: states[key] = .asked(order.mode)
        }
    }

    /// Puts in what came for an order; where nothing could be had, a copy from before serves on. What nobody waits for
    /// any more is left out.
    mutating func put(_ report: PictureReport, for wanted: PictureOrder) {
        let key = Key(wanted)
        switch (states[key], report) {
        case (.asked(wanted.mode), .drawn(let picture, let digest)):
            states[key] = .here(picture, of: digest, .current)
            order.append(key)
            if order.count > Self.limit { states[order.removeFirst()] = nil }
        case (.asked(wanted.mode), _): states[key] = .failed
        case (.here(_, _, .asked(wanted.mode)), .drawn(let picture, let digest)):
            states[key] = .here(picture, of: digest, .current)
        case (.here(let picture, let digest, .asked(wanted.mode)), _):
            states[key] = .here(picture, of: digest, .current)
        case (.asked, _), (.here, _), (.failed, _), (nil, _): break
        }
    }

    /// Has all that failed or did not come yet asked for again.
    mutating func forgetUnanswered() {
        states = states.compactMapValues { state in
            switch state {
            case .failed, .asked: nil
            case .here(let picture, let digest, .asked): .here(picture, of: digest, .due)
            case .here: state
            }
        }
    }

    /// A page is opened: what it shows is asked for again in this mode, and what failed too.
    mutating func beginVisit(_ mode: CacheMode) {
        let isPatient = mode == .default || mode == .forceCache
        states = states.compactMapValues { state in
            switch state {
            case .failed: nil
            case .asked where isPatient, .here(_, _, .asked) where isPatient: state
            case .asked: nil
            case .here(let picture, let digest, _): .here(picture, of: digest, .due)
            }
        }
    }
}
