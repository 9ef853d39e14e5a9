import SonicClient
import URLSessionConnection

/// Opens a page twice and prints how each time ended: open-twice URL
@main struct OpenTwice {
    static func main() async {
        guard CommandLine.arguments.count == 2 else { return print("usage: open-twice URL") }
        let sonic = Sonic(connection: .urlSession())
        do throws(WebURL.Failure) {
            for _ in 1...2 {
                guard let result = try await sonic.open(CommandLine.arguments[1]).result() else { return }
                let changed =
                    result.changedBlocks.isEmpty ? "" : ": " + result.changedBlocks.joined(separator: ", ")
                print(result.outcome.name + changed)
            }
        } catch {
            print(error)
        }
    }
}
