import BrowserValues
import PageLayout
import SonicProtocol
import SonicSession

/// Subresources in memory, by name. A copy is used at once, but only while its page is open: each visit requests it from
/// the HTTP cache again, which requests it from the server if the stored response is not fresh or the reader reloads.
struct ResourceShelf<Item: Sendable>: Sendable {
    /// The state of a subresource.
    enum State: Sendable {
        /// It was requested in this mode.
        case requested(CacheMode)
        /// It was loaded during the latest visit, or could not be loaded again.
        case current(Item)
        /// It is from an earlier visit.
        case due(Item)
        /// It was requested again in this mode.
        case renewed(Item, CacheMode)
        /// It could not be loaded.
        case failed

        var item: Item? {
            switch self {
            case .current(let item), .due(let item), .renewed(let item, _): item
            case .requested, .failed: nil
            }
        }
    }

    private var states: [String: State] = [:]
    /// The names of the copies, the oldest first, and their total size.
    private var order: [String] = []
    private var size = 0
    private let limit: Int
    private let measure: @Sendable (Item) -> Int

    /// Creates an empty shelf. Beyond the limit the oldest copies are dropped.
    init(limit: Int, measuredBy measure: @escaping @Sendable (Item) -> Int) {
        self.limit = limit
        self.measure = measure
    }

    /// The state of a subresource; nil if it was never requested.
    subscript(name: String) -> State? { states[name] }

    mutating func ask(for name: String, in mode: CacheMode) {
        states[name] = states[name]?.item.map { .renewed($0, mode) } ?? .requested(mode)
    }

    /// Stores the response to a request; nil if it could not be loaded, in which case an earlier copy stays in use. A
    /// response that no request waits for is ignored: a later one may already have been answered.
    mutating func put(_ new: Item?, for name: String, in mode: CacheMode) {
        switch states[name] {
        case .requested(mode): break
        case .renewed(let old, mode):
            guard new != nil else { return states[name] = .current(old) }
            forget(name)
        case .requested, .current, .due, .renewed, .failed, nil: return
        }
        guard let new else { return states[name] = .failed }
        states[name] = .current(new)
        order.append(name)
        size += measure(new)
        while size > limit, order.count > 1 { forget(order[0]) }
    }

    private mutating func forget(_ name: String) {
        guard let old = states.removeValue(forKey: name)?.item else { return }
        size -= measure(old)
        order.removeAll { $0 == name }
    }

    /// Marks all that failed or have not arrived to be requested again.
    mutating func forgetUnanswered() {
        states = states.compactMapValues { state in
            switch state {
            case .failed, .requested: nil
            case .renewed(let item, _): .due(item)
            case .current, .due: state
            }
        }
    }

    /// Begins a visit: all are requested again, including those that failed. The copies are used until the responses
    /// arrive.
    /// - Parameter isPatient: Whether a pending response is recent enough.
    mutating func beginVisit(isPatient: Bool) {
        states = states.compactMapValues { state in
            switch state {
            case .requested where isPatient, .renewed where isPatient: state
            case .failed, .requested: nil
            case .current(let item), .due(let item), .renewed(let item, _): .due(item)
            }
        }
    }
}

/// The style sheets and pictures fetched in this run.
struct SubresourceShelf: Sendable {
    /// The bytes of a sheet, and the addresses of the sheets that it imports.
    typealias Sheet = (bytes: [UInt8], imports: [WebURL])
    /// A picture, and the SHA-1 of the bytes that it was drawn from.
    typealias DrawnPicture = (picture: Picture, digest: String)

    /// The sheets by address; at most this number of bytes.
    private var sheets = ResourceShelf<Sheet>(limit: 16 << 20) { $0.bytes.count }
    /// The pictures by address, size and form; at most this number of bytes of pixels, or 256 of characters.
    private var pictures = ResourceShelf<DrawnPicture>(limit: 64 << 20) {
        max($0.picture.pixels?.bytes.count ?? 0, 1 << 18)
    }
    /// The cache mode for subresources of the page in front, as set by the latest visit.
    private(set) var mode = CacheMode.default

    /// The state of a sheet; nil if it was never requested.
    subscript(sheet url: WebURL) -> ResourceShelf<Sheet>.State? { sheets[url.withoutFragment.href] }

    /// Returns whether a sheet is to be requested, for the first time or again.
    func isDue(_ sheet: WebURL) -> Bool {
        switch self[sheet: sheet] {
        case nil, .due: true
        case .requested, .renewed, .current, .failed: false
        }
    }

    mutating func ask(for sheet: WebURL) { sheets.ask(for: sheet.withoutFragment.href, in: mode) }

    /// Stores the response to an order; nil if it could not be loaded.
    mutating func put(_ bytes: [UInt8]?, for order: StyleOrder, domainToASCII: WebURL.DomainToASCII?) {
        let (name, url) = (order.url.withoutFragment.href, order.url)
        let isNew = bytes != sheets[name]?.item?.bytes
        let sheet = bytes.flatMap { isNew ? $0 : nil }.map { bytes -> Sheet in
            let links = SheetLink.imports(of: bytes)
            return (
                bytes,
                links.compactMap { url.resolve($0.href, domainToASCII: domainToASCII)?.withoutFragment }
            )
        }
        sheets.put(sheet, for: name, in: order.mode)
    }

    /// The state of a picture; nil if it was never requested.
    subscript(picture order: PictureOrder) -> ResourceShelf<DrawnPicture>.State? { pictures[order.name] }

    mutating func ask(for picture: PictureOrder) { pictures.ask(for: picture.name, in: picture.mode) }

    /// Stores the report for an order.
    mutating func put(_ report: PictureReport, for order: PictureOrder) {
        let drawn: DrawnPicture? =
            if case .drawn(let picture, let digest) = report { (picture, digest) } else { nil }
        pictures.put(drawn, for: order.name, in: order.mode)
    }

    mutating func forgetUnansweredPictures() { pictures.forgetUnanswered() }

    mutating func forgetUnanswered() {
        sheets.forgetUnanswered()
        pictures.forgetUnanswered()
    }

    /// Begins a visit in this mode.
    mutating func beginVisit(_ mode: SessionMode) {
        self.mode = CacheMode(mode)
        let isPatient = self.mode == .default || self.mode == .forceCache
        sheets.beginVisit(isPatient: isPatient)
        pictures.beginVisit(isPatient: isPatient)
    }
}

extension PictureOrder {
    /// The name of the picture in this size and form.
    fileprivate var name: String { "\(form) \(size.columns) \(size.rows) \(url.href)" }
}

extension CacheMode {
    /// Creates the cache mode in which subresources are requested when their page is opened in a session mode.
    fileprivate init(_ mode: SessionMode) {
        switch mode {
        case .open, .cacheOnly: self = .default
        case .onlyIfCached: self = .onlyIfCached
        case .reload: self = .noCache
        case .forceReload: self = .reload
        case .back, .forceCache: self = .forceCache
        }
    }
}
