import Browser
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

// `sonic cache show URL PART`: the bytes of a stored version.
extension CacheCommand {
    /// Writes a part of a version to standard output, and nothing else.
    func show(_ id: PageID, part name: String) async throws(CommandFailure) -> ExitStatus {
        let kept: [SessionPart] = [.merged, .template, .data, .headers, .diff]
        guard let part = SessionPart(rawValue: name), kept.contains(part) else {
            let names = kept.map(\.rawValue).joined(separator: ", ")
            throw .init(message: "show takes one of \(names) after the page, not “\(name)”")
        }
        return await ExitStatus.of { () async throws(StoreFailure) in
            // Loading by number does not count as a use, and repairs nothing.
            let numbers = try await cache.versions(of: id)
            guard let number = version ?? numbers.first else { return absent(id) }
            guard let stored = try await cache.load(id, number: number) else {
                let all = numbers.map(String.init).joined(separator: ", ")
                return missing("version \(number) is not stored, or damaged; stored are: \(all)")
            }
            switch part {
            case .headers:
                let secrets = secrets
                for field in stored.version.headers.fields {
                    let shown = secrets.value(of: field)
                    let value = shown == field.value ? field.valueBytes : Array(shown.utf8)
                    Console.printExactly(field.nameBytes + Array(": ".utf8) + value + [0x0A])
                }
                return .done
            case .diff:
                guard let before = numbers.first(where: { $0 < number }),
                    let older = try await cache.load(id, number: before)
                else { return missing("there is no version before \(number) to compare with") }
                Console.printExactly(
                    ShortestEdits.unifiedDiff(
                        from: older.version.html, to: stored.version.html,
                        names: ("version \(before)", "version \(number)")))
                return .done
            case .merged, .template, .data, .body, .update, .request, .wire:
                return write(part, of: stored.version.html)
            }
        }
    }

    private func write(_ part: SessionPart, of html: [UInt8]) -> ExitStatus {
        do throws(CommandFailure) {
            Console.printExactly(try SessionPart.part(part, of: html))
            return .done
        } catch {
            return missing(error.message)
        }
    }

    private func missing(_ words: String) -> ExitStatus {
        Console.complain(words)
        return .failed
    }

    // Pages that were received under exceptions, which are stored separately.

    /// Returns the pages that a word may mean, the one of the site itself first if it is stored: an address
    /// also means the pages received for it under exceptions. At least one, stored or not.
    func candidates(_ id: PageID, _ word: String) async -> [PageID] {
        do throws(StoreFailure) {
            let own = try await cache.entry(id) == nil ? [] : [id]
            guard !word.hasSuffix(id.digest) else { return [id] }
            let apart = try await cache.list().filter { entry in
                WebURL(entry.url).map { isApart(entry.id, entry.exception, from: id, $0) } ?? false
            }
            return own + apart.map(\.id) + (own.isEmpty && apart.isEmpty ? [id] : [])
        } catch {
            return [id]  // What cannot be read is told by what is done with it.
        }
    }

    /// Whether a page has the same address as another one, under this exception.
    func isApart(_ id: PageID, _ exception: String?, from other: PageID, _ url: WebURL) -> Bool {
        guard let exception, id.account == other.account else { return false }
        let choices = ConfigurationFile(folders).settings.choices(for: url)
        let identity = choices.identity ?? PageIdentity(for: url)
        return identity.id(of: url, account: id.account, hashes: .nettle) == other
            && identity.apart(by: OriginException(text: exception))
                .id(of: url, account: id.account, hashes: .nettle) == id
    }
}
