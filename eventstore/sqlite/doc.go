// Package sqlite keeps the event store in one SQLite file that several processes use at the same time. It is the
// default engine: no daemon, no cgo, and readable with the sqlite3 shell.
//
// The types are [Store] and its [Options]. Read [Open], then the writer: writer.go (how concurrent appends share a
// commit), writertransaction.go (how one append is judged and written), writerreplicate.go (how a copy of another store
// is written) and replica.go (how a copy follows a log). Then read the readers: readpage.go (how a sequence is read).
// walfile.go and walflushed.go make an append survive a loss of power. The log is flushed after SQLite's commit, while
// other processes may already write. No data leaves the store before it is flushed. headcache.go and walindex.go ensure
// that a head is read from the database only after a commit.
//
// The files in the data directory are bimstream.db with -wal and -shm (SQLite's), and bimstream.lock, the process lock
// that queues the writers of all processes. To look inside:
//
//	sqlite3 bimstream.db 'SELECT position, stream, type, data FROM log ORDER BY position DESC LIMIT 5'
//
// Caveats:
//   - The directory must be on a local file system, used by one machine: the processes share memory through it.
//   - Never copy bimstream.db while it is in use; [Store.Backup] makes a copy that is complete while others write.
//   - On Unix no code of the same process may open and close bimstream.db or bimstream.db-shm by itself. Closing any
//     descriptor of a file drops the POSIX locks that SQLite holds on it. walindexfile_shared.go opens the second file,
//     and therefore keeps it open.
//   - The store notices if the file of a running process is replaced (ErrUnavailable), but not if it is overwritten in
//     place.
package sqlite
