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
    public private(set) var known: String?

    /// Returns the same order with the SHA-1 of the bytes that are already drawn.
    func knowing(_ digest: String) -> PictureOrder {
        var order = self
        order.known = digest
        return order
    }

    /// The mode of the HTTP cache.
    var mode: CacheMode {
        if case .away(_, let mode) = place { mode } else { .default }
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
