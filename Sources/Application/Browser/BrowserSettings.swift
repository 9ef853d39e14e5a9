import Configuration
import HTML
import SonicProtocol

/// What the reader's configuration says, with the command line laid over it.
public struct BrowserSettings: Sendable {
    /// What counts where no address is meant, and at the start.
    public var general = Choices()
    /// Which pages are one page, which depends on how they are connected to as well; nil lets the address decide.
    public var identity: @Sendable (WebURL) -> PageIdentity? = { _ in nil }
    /// Who says in which encoding pages are read.
    public var encodingOrigin = EncodingChoice.Origin.setting
    /// The keys in force.
    public var keys = KeyTable.standard
    /// The reader's own style sheets, in UTF-8, by the names that the setting `user-styles` has for them.
    public var styleSheets: [String: [UInt8]] = [:]
    private let choices: @Sendable (WebURL) -> Choices

    /// Settings with what counts for the pages of each address, whoever says so.
    public init(_ choices: @escaping @Sendable (WebURL) -> Choices = { _ in Choices() }) {
        self.choices = choices
    }

    /// What counts for the pages of an address.
    public subscript(url: WebURL) -> Choices { choices(url) }

    /// The reader's own style sheets for the pages of an address.
    public func readerSheets(at url: WebURL) -> [[UInt8]] {
        // Most readers have none, and are spared the look for what counts at the address.
        styleSheets.isEmpty ? [] : self[url].userStyles.compactMap { styleSheets[$0] }
    }

    /// The encoding that the pages of an address are read in whatever they say; nil lets them say so.
    public func encoding(at url: WebURL) -> EncodingChoice? {
        self[url].encoding.map { EncodingChoice($0, encodingOrigin) }
    }
}

extension Choices {
    /// What counts when versions of a page are compared.
    public var comparison: ComparisonRules {
        ComparisonRules(
            only: comparedParts.map(ComparisonRules.Part.init),
            ignore: ignoredParts.map(ComparisonRules.Part.init), numbers: numbers)
    }

    /// The names of the reader's own commands, in the order of the file.
    var commandNames: [String] { commands.map(\.name) }
}
