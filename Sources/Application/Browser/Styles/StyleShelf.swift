import BrowserValues
import PageLayout
import SonicProtocol
import SonicSession

/// The style sheets fetched in this run, by address, and the pictures.
struct StyleShelf: Sendable {
    /// The state of a sheet.
    enum State: Equatable, Sendable {
        /// It was requested in this mode.
        case requested(CacheMode)
        /// It is loaded.
        case here(Sheet, CopyFreshness)
        /// It could not be loaded.
        case failed
    }

    /// A loaded sheet.
    struct Sheet: Equatable, Sendable {
        let bytes: [UInt8]
        /// The addresses of the sheets that it imports.
        let imports: [WebURL]
    }

    /// The maximum size in bytes; the oldest sheets are dropped first.
    static let limit = 16 << 20

    /// The pictures.
    var pictures = PictureShelf()
    /// The cache mode for subresources of the page in front, as set by the latest visit.
    private(set) var mode = CacheMode.default
    private var states: [String: State] = [:]
    /// The addresses of the loaded sheets, the oldest first, and their size in bytes.
    private var order: [String] = []
    private var byteCount = 0

    /// The state of a sheet; nil if it was never requested.
    subscript(url: WebURL) -> State? { states[url.withoutFragment.href] }

    /// Returns whether a sheet is to be requested, for the first time or again.
    func isDue(_ url: WebURL) -> Bool {
        switch self[url] {
        case nil, .here(_, .due): true
        case .requested, .here(_, .current), .here(_, .requested), .failed: false
        }
    }

    mutating func ask(for url: WebURL) {
        let name = url.withoutFragment.href
        switch states[name] {
        case .here(let sheet, _): states[name] = .here(sheet, .requested(mode))
        case .requested, .failed, nil: states[name] = .requested(mode)
        }
    }

    /// Stores the response to an order; nil if it could not be loaded, in which case an earlier copy stays in use. A
    /// response that no order waits for is ignored: a later order may already have been answered.
    mutating func put(_ bytes: [UInt8]?, for wanted: StyleOrder, domainToASCII: WebURL.DomainToASCII?) {
        let url = wanted.url
        let name = url.withoutFragment.href
        switch states[name] {
        case .requested(wanted.mode): break
        case .here(let sheet, .requested(wanted.mode)):
            if bytes == nil || bytes == sheet.bytes {
                states[name] = .here(sheet, .current)
                return
            }
            forget(name)
        case .requested, .here, .failed, nil: return
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

    /// Drops the copy of a loaded sheet.
    private mutating func forget(_ name: String) {
        guard case .here(let old, _) = states.removeValue(forKey: name) else { return }
        byteCount -= old.bytes.count
        order.removeAll { $0 == name }
    }

    /// Marks all sheets that failed or have not arrived to be requested again.
    mutating func forgetUnanswered() {
        states = states.compactMapValues { state in
            switch state {
            case .failed, .requested: nil
            case .here(let sheet, .requested): .here(sheet, .due)
            case .here: state
            }
        }
        pictures.forgetUnanswered()
    }

    /// Begins a visit in this mode: subresources are requested again, including those that failed. The copies are used
    /// until the responses arrive.
    mutating func beginVisit(_ mode: SessionMode) {
        let mode = CacheMode(mode)
        let isPatient = mode == .default || mode == .forceCache
        self.mode = mode
        states = states.compactMapValues { state in
            switch state {
            case .failed: nil
            // A pending response is recent enough for an ordinary visit.
            case .requested where isPatient, .here(_, .requested) where isPatient: state
            case .requested: nil
            case .here(let sheet, .requested): .here(sheet, .due)
            case .here(let sheet, .current), .here(let sheet, .due): .here(sheet, .due)
            }
        }
        pictures.beginVisit(mode)
    }
}
