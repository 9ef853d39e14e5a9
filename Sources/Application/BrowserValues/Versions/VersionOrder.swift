import SonicProtocol
import SonicSession

/// A stored version of a page.
public struct ListedVersion: Sendable, Equatable {
    /// Its number; a larger one is newer.
    public var number: Int
    /// When it was stored; nil if its record is unreadable.
    package var stored: Instant?
    /// The size of the page in bytes.
    package var length: Int
    /// Whether it comes from an exchange that was edited by hand.
    package var isEdited: Bool

    /// Creates a version of these facts.
    public init(number: Int, stored: Instant?, length: Int, isEdited: Bool = false) {
        self.number = number
        self.stored = stored
        self.length = length
        self.isEdited = isEdited
    }
}

/// A request for versions of a page.
public struct VersionOrder: Sendable, Equatable {
    /// The requested versions.
    public enum Wanted: Sendable, Equatable {
        /// The next older one; nil for the one before the newest.
        case older(than: Int?)
        /// The next newer one.
        case newer(than: Int)
        /// This one, whether or not its page is on the screen.
        case number(Int)
        /// The newer one of two, compared with the older one.
        case change(from: Int, to: Int)
        /// The one in which a block last changed, up to this one; nil for the newest.
        case lastChange(of: String, upTo: Int?)
        /// The list of versions only.
        case list
    }

    /// The page's address, without a fragment.
    public var page: WebURL
    /// The requested versions.
    public var wanted: Wanted

    package init(page: WebURL, wanted: Wanted) {
        self.page = page
        self.wanted = wanted
    }
}

/// What was found of the requested versions.
public enum FoundVersion: Sendable, Equatable {
    /// A version, and the one that it is compared with; nil for the only one.
    case version(StoredPage, against: StoredPage?)
    /// The list of versions, without their content.
    case listed
    /// None; the reason, as a sentence.
    case none(String)
}

/// An order to compare two versions of a page.
public struct DifferenceOrder: Sendable, Equatable {
    /// The page's address, without a fragment.
    public var page: WebURL
    /// The number of the older version.
    public var old: Int
    /// The number of the newer version.
    public var new: Int

    package init(page: WebURL, old: Int, new: Int) {
        self.page = page
        self.old = old
        self.new = new
    }
}
