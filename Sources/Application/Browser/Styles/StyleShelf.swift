import PageLayout
import SonicProtocol
import SonicSession

/// A style sheet to be fetched for a page.
public struct StyleOrder: Hashable, Sendable {
    /// Where it is.
    public var url: WebURL
    /// The page that names it: cookies and headers of the reader go to the page's own origin only.
    public var page: WebURL
    /// Whether its server may be asked.
    public var reach: Reach
    /// How the HTTP cache takes part while it may.
    public var mode: CacheMode

    /// An order for a sheet.
    public init(url: WebURL, page: WebURL, reach: Reach = .online, mode: CacheMode = .default) {
        self.url = url
        self.page = page
        self.reach = reach
        self.mode = mode
    }
}

/// The style sheets fetched in this run, by their addresses, and the pictures.
struct StyleShelf: Sendable {
    /// What is known of a sheet.
    enum State: Equatable, Sendable {
        /// It was asked for, in this mode.
        case asked(CacheMode)
        /// It is here.
        case here(Sheet, CopyStanding)
        /// It could not be had.
        case failed
    }

    /// A sheet that came.
    struct Sheet: Equatable, Sendable {
        let bytes: [UInt8]
        /// The sheets that it imports, by where they are.
        let imports: [WebURL]
    }

    /// The most bytes kept; beyond them those fetched first are forgotten.
    static let limit = 16 << 20

    /// The pictures.
    var pictures = PictureShelf()
    /// How what the page in front names is asked for: as the latest visit wants it.
    private(set) var mode = CacheMode.default
    private var states: [String: State] = [:]
    /// The addresses of the sheets that are here, the first fetched first, and how many bytes they have.
    private var order: [String] = []
    private var byteCount = 0

    /// What is known of a sheet; nil when it was never asked for.
    subscript(url: WebURL) -> State? { states[url.withoutFragment.href] }

    /// Whether a sheet is to be asked for, for the first time or again.
    func isDue(_ url: WebURL) -> Bool {
        switch self[url] {
        case nil, .here(_, .due): true
        case .asked, .here(_, .current), .here(_, .asked), .failed: false
        }
    }

    mutating func ask(for url: WebURL) {
        let name = url.withoutFragment.href
        switch states[name] {
        case .here(let sheet, _): states[name] = .here(sheet, .asked(mode))
        case .asked, .failed, nil: states[name] = .asked(mode)
        }
    }

    /// Puts in what came for an order; nil for what could not be had, and then a copy from before serves on. What nobody
    /// waits for any more is left out: a later order may have been answered already.
    mutating func put(_ bytes: [UInt8]?, for wanted: StyleOrder, domainToASCII: WebURL.DomainToASCII?) {
        let url = wanted.url
        let name = url.withoutFragment.href
        switch states[name] {
        case .asked(wanted.mode): break
        case .here(let sheet, .asked(wanted.mode)):
            if bytes == nil || bytes == sheet.bytes {
                states[name] = .here(sheet, .current)
                return
            }
            forget(name)
        case .asked, .here, .failed, nil: return
        }
        guard let bytes else {
            states[name] = .failed
            return
        }
        let imports = SheetLink.imports(of: bytes).compactMap {
            url.resolve($0.href, domainToASCII: domainToASCII)?.withoutFragment
        }
        states[name] = .here(Sheet(bytes: bytes, imports: imports), .current)
        order.append(name)
        byteCount += bytes.count
        while byteCount > Self.limit, order.count > 1 {
            forget(order[0])
        }
    }

    /// Forgets the copy of a sheet that is here.
    private mutating func forget(_ name: String) {
        guard case .here(let old, _) = states.removeValue(forKey: name) else { return }
        byteCount -= old.bytes.count
        order.removeAll { $0 == name }
    }

    /// Has all that failed or did not come yet asked for again.
    mutating func forgetUnanswered() {
        states = states.compactMapValues { state in
            switch state {
            case .failed, .asked: nil
            case .here(let sheet, .asked): .here(sheet, .due)
            case .here: state
            }
        }
        pictures.forgetUnanswered()
    }

    /// A page is opened in this mode: what it names is asked for again, and what failed too. The copies serve until the
    /// answers are here.
    mutating func beginVisit(_ mode: SessionMode) {
        let mode = CacheMode(mode)
        let isPatient = mode == .default || mode == .forceCache
        self.mode = mode
        states = states.compactMapValues { state in
            switch state {
            case .failed: nil
            // What is on its way already is as new as an ordinary visit wants it.
            case .asked where isPatient, .here(_, .asked) where isPatient: state
            case .asked: nil
            case .here(let sheet, .asked): .here(sheet, .due)
            case .here(let sheet, .current), .here(let sheet, .due): .here(sheet, .due)
            }
        }
        pictures.beginVisit(mode)
    }
}
