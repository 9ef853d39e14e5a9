#if canImport(FoundationNetworking) || canImport(Darwin)
    import Foundation
    import SonicProtocol
    import SonicSession

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// A connection over Foundation's URLSession, on platforms that have it.
    ///
    /// URLSession does not preserve requests and responses exactly. On Linux, the following is lost: headers are sent
    /// in another order and capitalized (`Accept-Diff`), which servers that compare names case-sensitively do not
    /// recognize; headers of a response are unordered, and repeated ones joined by commas, including Set-Cookie; the
    /// reason phrase, the HTTP version, the exact bytes of heads and the times of name resolution, connecting and TLS
    /// are not available; nor is the body of an authentication challenge (401). `Accept-Encoding` is set by URLSession,
    /// since it decodes the codings that it requested. A program that requires any of this provides another connection.
    ///
    /// Connections are reused. Copies of the value share them; they are closed after the last copy and its last
    /// exchange.
    public struct URLSessionConnection: Connection {
        private let owner: Owner

        /// The session shared by the copies of one connection, and the receiver of its tasks' events.
        private final class Owner: Sendable {
            let session: URLSession
            let taskEvents: AsyncStream<TaskEvent>.Continuation

            init(_ session: URLSession, _ taskEvents: AsyncStream<TaskEvent>.Continuation) {
                self.session = session
                self.taskEvents = taskEvents
            }

            deinit { session.finishTasksAndInvalidate() }
        }

        /// Creates a connection with URLSession's settings, such as its timeouts and proxies. Its caches, cookies and
        /// stored credentials are disabled: the engine decides each request.
        public init(configuration: URLSessionConfiguration = .ephemeral) {
            let own = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
            own.urlCache = nil
            own.requestCachePolicy = .reloadIgnoringLocalCacheData
            own.httpCookieStorage = nil
            own.httpShouldSetCookies = false
            own.httpCookieAcceptPolicy = .never
            own.urlCredentialStorage = nil
            let (taskEvents, continuation) = AsyncStream.makeStream(of: TaskEvent.self)
            let session = URLSession(
                configuration: own, delegate: SessionDelegate(continuation), delegateQueue: nil)
            owner = Owner(session, continuation)
            Task {
                var exchanges = Exchanges()
                for await event in taskEvents { exchanges.handle(event, at: ContinuousClock.now) }
            }
        }

        /// Sends `request`. A user name and password in its URL become an Authorization header, unless it has one.
        public func exchange(_ request: Request) -> ResponseEvents {
            let (events, report) = ResponseEvents.makeStream()
            let request = request.withAuthorization
            let task: URLSessionDataTask
            do {
                task = owner.session.dataTask(with: try URLRequest(request))
            } catch {
                report.yield(.failed(error))
                report.finish()
                return events
            }
            report.onTermination = { termination in
                if case .cancelled = termination { task.cancel() }
            }
            report.yield(.entered(.waiting))
            report.yield(.requestSent(request.headHandedOn))
            let limit = Duration.seconds(owner.session.configuration.timeoutIntervalForRequest)
            let transfer = Transfer(request.url, timeLimit: limit, began: ContinuousClock.now)
            // The task's events are sent after this one, so that its exchange is registered first.
            owner.taskEvents.yield(.started(task.taskIdentifier, transfer, report))
            task.resume()
            return events
        }
    }

    extension Connection where Self == URLSessionConnection {
        /// Returns a connection over Foundation's URLSession with its default settings.
        public static func urlSession() -> URLSessionConnection { URLSessionConnection() }
    }
#endif
