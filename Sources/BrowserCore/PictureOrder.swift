import PageLayout
import SonicProtocol

/// A picture that is to be shown as characters.
public struct PictureOrder: Hashable, Sendable {
    /// Where its bytes are.
    public enum Place: Sendable {
        /// At its address, to be fetched.
        case away(reach: Reach)
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

    /// An order for a picture.
    public init(url: WebURL, page: WebURL, size: Picture.Size, place: Place) {
        (self.url, self.page, self.size, self.place) = (url, page, size, place)
    }

    /// Whether two orders are for one picture of one size.
    public static func == (left: PictureOrder, right: PictureOrder) -> Bool {
        left.url == right.url && left.size == right.size
    }

    /// Hashes the address and the size.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(url)
        hasher.combine(size)
    }
}

/// What became of a picture that was to be shown.
public enum PictureReport: Sendable {
    /// It is here.
    case drawn(Picture)
    /// It could not be had, or is none.
    case failed
    /// There is no program that draws pictures.
    case noProgram
}

/// The pictures drawn in this run, by their addresses and sizes.
struct PictureShelf: Sendable {
    /// What is known of a picture.
    enum State: Sendable {
        /// It was asked for.
        case asked
        /// It is here.
        case here(Picture)
        /// It could not be had.
        case failed
    }

    /// The most pictures kept; beyond them those drawn first are forgotten.
    static let limit = 256

    private var states: [PictureOrder: State] = [:]
    private var order: [PictureOrder] = []

    /// What is known of a picture; nil when it was never asked for.
    subscript(order: PictureOrder) -> State? { states[order] }

    mutating func ask(for order: PictureOrder) { states[order] = .asked }

    /// Puts in what came; nil for what could not be had.
    mutating func put(_ picture: Picture?, for order: PictureOrder) {
        guard let picture else {
            states[order] = .failed
            return
        }
        states[order] = .here(picture)
        self.order.append(order)
        if self.order.count > Self.limit { states[self.order.removeFirst()] = nil }
    }

    /// Forgets what failed or did not come yet, so that it is asked for again.
    mutating func forgetUnanswered() {
        states = states.filter { if case .here = $0.value { true } else { false } }
    }
}
