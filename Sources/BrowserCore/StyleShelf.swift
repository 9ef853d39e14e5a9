import PageLayout
import SonicProtocol

/// A style sheet to be fetched for a page.
public struct StyleOrder: Hashable, Sendable {
    /// Where it is.
    public var url: WebURL
    /// The page that names it: cookies and headers of the reader go to the page's own origin only.
    public var page: WebURL
    /// Whether its server may be asked.
    public var reach: Reach

    /// An order for a sheet.
    public init(url: WebURL, page: WebURL, reach: Reach = .online) {
        self.url = url
        self.page = page
        self.reach = reach
    }
}

/// The style sheets fetched in this run, by their addresses, and the pictures.
struct StyleShelf: Sendable {
    /// What is known of a sheet.
    enum State: Equatable, Sendable {
        /// It was asked for.
        case asked
        /// It is here.
        case here(Sheet)
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
    private var states: [String: State] = [:]
    /// The addresses of the sheets that are here, the first fetched first, and how many bytes they have.
    private var order: [String] = []
    private var byteCount = 0

    /// What is known of a sheet; nil when it was never asked for.
    subscript(url: WebURL) -> State? { states[url.withoutFragment.href] }

    mutating func ask(for url: WebURL) { states[url.withoutFragment.href] = .asked }

    /// Puts in what came; nil for what could not be had.
    mutating func put(_ bytes: [UInt8]?, for url: WebURL, domainToASCII: WebURL.DomainToASCII?) {
        let name = url.withoutFragment.href
        guard let bytes else {
            states[name] = .failed
            return
        }
        let imports = SheetLink.imports(of: bytes).compactMap {
            url.resolve($0.href, domainToASCII: domainToASCII)?.withoutFragment
        }
        states[name] = .here(Sheet(bytes: bytes, imports: imports))
        order.append(name)
        byteCount += bytes.count
        while byteCount > Self.limit, order.count > 1 {
            if case .here(let old) = states.removeValue(forKey: order.removeFirst()) {
                byteCount -= old.bytes.count
            }
        }
    }

    /// Forgets what failed or did not come yet, so that it is asked for again.
    mutating func forgetUnanswered() {
        states = states.filter { $0.value != .failed && $0.value != .asked }
        pictures.forgetUnanswered()
    }

    /// Forgets what failed, so that it is asked for again.
    mutating func forgetFailures() { states = states.filter { $0.value != .failed } }
}
