import SonicProtocol
import SonicSession

/// The folder name of an account. Any account's name becomes a unique name that is safe in a path.
///
/// ASCII letters, digits, `-` and `_` stay; every other byte becomes `%` and two hexadecimal digits. `default` is the
/// name for no account; an account of that name is `%64efault`.
public enum AccountFolder {
    private static let none = "default"
    /// The longest file name on Linux, in bytes.
    private static let longest = 255

    /// Returns the folder's name.
    /// - Throws: `unusable` if the name would be too long for a file system.
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

    /// Returns the accounts that have a folder in the folder at `path`, unordered. Other files and folders are ignored.
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

    /// Opens the folder of this path in `root`; nil if it does not exist. Symbolic links and folders of other users are
    /// refused.
    static func open(_ names: String..., in root: String, disk: any Disk) throws(StoreFailure) -> Folder? {
        guard var folder = try Folder.open(path: root, disk: disk) else { return nil }
        for name in names {
            guard let next = try folder.folder(name) else { return nil }
            folder = next
        }
        return folder
    }

    /// Opens the folder of this path in `root`, and creates what does not exist; nil if a folder was removed
    /// meanwhile.
    static func making(_ names: String..., in root: String, disk: any Disk) throws(StoreFailure) -> Folder? {
        var folder = try Folder.making(path: root, disk: disk)
        for name in names {
            guard let next = try folder.makingFolder(name) else { return nil }
            folder = next
        }
        return folder
    }

    private static func isFolder(_ name: String, in parent: borrowing Folder) -> Bool {
        do throws(StoreFailure) {
            switch try parent.folder(name) {
            case .some: return true
            case .none: return false
            }
        } catch {
            // A file, or a folder of another user.
            return false
        }
    }

    /// Returns the account of a folder; nil if `name(of:)` never returns that name.
    static func account(of name: String) -> String? {
        if name == none { return "" }
        guard let account = String(validating: WebURL.percentDecoded(name), as: UTF8.self) else { return nil }
        // Only one spelling is valid, so that no two folders belong to one account.
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
