#if canImport(FoundationNetworking) || canImport(Darwin)
    import Foundation
    import SonicProtocol

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Forwards URLSession's events, and follows no redirects. It has no mutable state, since URLSession calls it on
    /// its own threads.
    final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
        private let taskEvents: AsyncStream<TaskEvent>.Continuation

        init(_ taskEvents: AsyncStream<TaskEvent>.Continuation) { self.taskEvents = taskEvents }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            if let response = response as? HTTPURLResponse {
                taskEvents.yield(.transfer(dataTask.taskIdentifier, .head(ResponseHead(response))))
            }
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            if !data.isEmpty { taskEvents.yield(.transfer(dataTask.taskIdentifier, .body(Array(data)))) }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        #if canImport(FoundationNetworking)
            // Without this, an authentication challenge waits forever on this platform; cancelling it fails the task.
            func urlSession(
                _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
                completionHandler:
                    @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
            ) {
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        #endif

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            let error = error.map { $0 as? URLError ?? URLError(.unknown) }
            var event = TransferEvent.ended(error)
            if error?.code == .cancelled, let response = task.response as? HTTPURLResponse,
                response.statusCode == 401
            {
                event = .declined(ResponseHead(response))
            }
            taskEvents.yield(.transfer(task.taskIdentifier, event))
        }

        func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
            taskEvents.finish()
        }
    }
#endif
