import SonicProtocol
import SonicSession

/// One stored version of a page.
public struct ListedVersion: Sendable, Equatable {
    /// Its number; larger is newer.
    public var number: Int
    /// When it was stored; nil where its record cannot be read.
    var stored: Instant?
    /// How many bytes the page has.
    var length: Int
    /// Whether it came of an exchange that was edited by hand.
    var isEdited: Bool

    /// A version of these facts.
    public init(number: Int, stored: Instant?, length: Int, isEdited: Bool = false) {
        self.number = number
        self.stored = stored
        self.length = length
        self.isEdited = isEdited
    }
}

/// An older version of a page on the screen, in place of the newest.
struct VersionNavigation: Sendable {
    /// The page as it is now: it comes back when the reader leaves, and whatever its session brings meanwhile is its.
    var now: Document
    /// The versions that are kept, the newest first.
    var versions: [ListedVersion]
    /// The number of the one that is shown.
    var shown: Int
    /// The number of the one that it is compared with.
    var against: Int

    /// Whether what it is compared with came later: then changes are told from it to that one.
    var isBackward: Bool { against > shown }

    /// The two versions in the order of their time.
    var span: String { "v\(min(shown, against)) → v\(max(shown, against))" }
}

/// Which versions of a page are wanted.
public struct VersionOrder: Sendable, Equatable {
    /// What is wanted.
    public enum Wanted: Sendable, Equatable {
        /// The next older than this one; nil for the one before the newest.
        case older(than: Int?)
        /// The next newer than this one.
        case newer(than: Int)
        /// This one, whether or not another page is on the screen.
        case number(Int)
        /// The newer one of two, compared with the older one.
        case change(from: Int, to: Int)
        /// The one in which a block changed last, up to this one; nil for the newest.
        case lastChange(of: String, upTo: Int?)
        /// Only which there are.
        case list
    }

    /// The page's address, without a fragment.
    public var page: WebURL
    /// What is wanted.
    public var wanted: Wanted
}

/// What was found of the versions that were wanted.
public struct VersionReport: Sendable, Equatable {
    /// What was found.
    public enum Found: Sendable, Equatable {
        /// A version, and the one that it is compared with; nil for the only one.
        case version(StoredPage, against: StoredPage?)
        /// The versions there are, and nothing of what is in them was wanted.
        case listed
        /// There is none like that; why, as a sentence.
        case none(String)
    }

    /// What was wanted.
    var order: VersionOrder
    /// The account under which the page is kept; empty for none.
    var account: String
    /// The versions that are kept, the newest first.
    public var versions: [ListedVersion]
    /// What was found.
    public var found: Found

    /// A report of these parts.
    public init(_ order: VersionOrder, account: String, versions: [ListedVersion], _ found: Found) {
        self.order = order
        self.account = account
        self.versions = versions
        self.found = found
    }
}
