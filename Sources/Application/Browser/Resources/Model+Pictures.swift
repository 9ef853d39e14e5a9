import BrowserValues
import PageLayout
import SonicProtocol

// Pictures as characters or pixels: those near the screen are requested once the page has been painted, and shown when they
// arrive.
extension Model {
    /// The maximum number of pictures requested on one page at a time.
    static let pictureLimit = 64
    /// The maximum width of a picture in columns.
    private static let widestPicture = 100

    /// The images near the screen that may be loaded: the address as written in the page, and the order for it.
    private var picturesNear: [(address: String, order: PictureOrder)] {
        guard let document, document.isPage, !document.isArriving else { return [] }
        let height = pageHeight(plan)
        let lines = max(0, document.reader.top - height)..<(document.reader.top + 2 * height)
        let room = Picture.Size(
            columns: min(Self.widestPicture, pageWidth(pageArea(plan))), rows: max(4, height * 2 / 3))
        let addresses = document.layout.imageAddresses(onLines: lines).prefix(Self.pictureLimit)
        return addresses.compactMap { address in
            let isPage = document.isPicture
            guard
                let url = isPage
                    ? document.url : document.resolve(address, domainToASCII: setup.domainToASCII),
                isPage || url.isHTTP && (url.scheme == "https" || document.url.scheme != "https")
            else { return nil }
            let place: PictureOrder.Place =
                isPage ? .here(document.bytes) : .away(reach: reach, mode: account.shelf.mode)
            let form: PictureOrder.Form = screen.showsPixels ? .pixels : .characters
            return (
                address,
                PictureOrder(url: url, page: document.url, size: room, form: form, place: place)
            )
        }
    }

    /// Lays the page out with the loaded pictures, and requests others near the screen once it has been painted. Does
    /// nothing while pictures are off.
    mutating func drawPictures() -> [Effect] {
        guard chosen.showsPictures, let document,
            !isBusy || account.tabs.front.showsVisit && visit?.painted != nil
        else {
            return []
        }
        var hung = document.layout.pictures
        var effects: [Effect] = []
        for (address, order) in picturesNear {
            let state = account.shelf[picture: order]
            if let item = state?.item { hung[address] = item.picture }
            let due: PictureOrder
            switch state {
            case .due(let old): due = order.knowing(old.digest)
            case .requested, .current, .renewed, .failed: continue
            case nil: due = order
            }
            account.shelf.ask(for: order)
            effects.append(.ask(.picture(due, reply { $0.accept($1, for: due) })))
        }
        self.document?.apply(pictures: hung)
        return effects
    }

    private mutating func accept(_ report: PictureReport, for order: PictureOrder) {
        account.shelf.put(report, for: order)
        switch report {
        case .drawn, .unchanged, .failed: break
        case .noProgram:
            guard chosen.showsPictures else { return }
            chosen.showsPictures = false
            notice = .failure("Pictures need the program chafa, which is not installed: apt install chafa.")
        }
    }

    mutating func togglePictures() -> [Effect] {
        chosen.showsPictures.toggle()
        if chosen.showsPictures {
            account.shelf.forgetUnansweredPictures()
            notice = .news("Pictures are on: \(keys.keyName(of: .togglePictures)) shows their text again.")
        } else {
            for index in account.tabs.indices { account.tabs[index].document?.apply(pictures: [:]) }
            notice = .news("Pictures are off.")
        }
        return []
    }
}

/// An order to load a picture and draw it.
public struct PictureOrder: Hashable, Sendable {
    /// What it is drawn with.
    public enum Form: Sendable {
        /// Coloured characters.
        case characters
        /// Pixels, which the terminal shows.
        case pixels
    }

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
    /// What it is drawn with.
    public let form: Form
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

    /// Returns whether two orders are for the same picture, size, form and cache mode.
    public static func == (left: PictureOrder, right: PictureOrder) -> Bool {
        left.url == right.url && left.size == right.size && left.form == right.form
            && left.mode == right.mode
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
