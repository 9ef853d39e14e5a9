import SonicProtocol
import SonicSession

/// The folder name of an account: any text becomes a name that is safe in a path, and differs from every
/// other account's.
///
/// ASCII letters, digits, `-` and `_` stand for themselves, every other byte is `%` and two digits. No account
/// is `default`; an account of that name is `%64efault`.
public enum AccountFolder {
    private static let none = "default"
    /// The longest name a Linux file system takes.
    private static let longest = 255

    /// The folder's name; throws `unusable` when it would be longer than a file system takes.
    public static func name(of account: String) throws(StoreFailure) -> String {
        if account.isEmpty { return none }
        var name = ""
        for (index, byte) in account.utf8.enumerated() {
            if isPlain(byte), !(index == 0 && account == none) {
                name.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                name += "%" + Bytes.hexadecimal(CollectionOfOne(byte))
            }
        }
        guard name.utf8.count <= longest else {
            throw .unusable(path: name, reason: "the account's name is too long")
        }
        return name
    }

    /// The accounts that have a folder in the folder at `path`, in no order. Other files and folders there are
    /// passed over.
    public static func accounts(
        in path: String, disk: any Disk = LinuxDisk()
    ) throws(StoreFailure) -> [String] {
        guard let folder = try Folder.open(path: path, disk: disk) else { return [] }
        var accounts: [String] = []
        for name in try folder.names() {
            if let account = account(of: name), isFolder(name, in: folder) { accounts.append(account) }
        }
        return accounts
    }

    /// Opens the folder of this name below a root of ours; nil when there is nothing. Neither may be a link or another
    /// user's.
    static func open(_ name: String, in root: String, disk: any Disk) throws(StoreFailure) -> Folder? {
        try Folder.open(path: root, disk: disk)?.folder(name)
    }

    /// The same, made when there is nothing; nil when the root was removed meanwhile.
    static func making(_ name: String, in root: String, disk: any Disk) throws(StoreFailure) -> Folder? {
        try Folder.making(path: root, disk: disk).makingFolder(name)
    }

    private static func isFolder(_ name: String, in parent: borrowing Folder) -> Bool {
        do throws(StoreFailure) {
            switch try parent.folder(name) {
            case .some: return true
            case .none: return false
            }
        } catch {
            // A file, or somebody else's.
            return false
        }
    }

    /// The account of a folder; nil when the name is none that `name(of:)` gives.
    static func account(of name: String) -> String? {
        if name == none { return "" }
        guard let account = String(validating: WebURL.percentDecoded(name), as: UTF8.self) else { return nil }
        // Only one spelling counts, so that no two folders are one account.
        let again: String
        do { again = try self.name(of: account) } catch { return nil }
        return again == name ? account : nil
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
    }
}
