package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/bimstream/bimstream/eventstore"
)

const (
	// applicationID marks the file as ours in its header: "BIMS" in ASCII.
	applicationID = 0x42494D53
	// schemaVersion is stored in PRAGMA user_version. Every change of the tables increases it.
	schemaVersion = 1
)

// tables creates the tables. Names of streams are stored once, not with each event. There is no index on event ids,
// because the rules of idempotency compare ids at a known place, and an index on random keys would double the cost of a
// bulk append. recorded_at is in microseconds since 1970, UTC. The view log is for people.
var tables = []string{
	`CREATE TABLE streams (
		id       INTEGER PRIMARY KEY,
		name     TEXT    NOT NULL UNIQUE,
		revision INTEGER NOT NULL,
		position INTEGER NOT NULL,
		hash     BLOB    NOT NULL
	)`,
	`CREATE TABLE events (
		position    INTEGER PRIMARY KEY,
		stream      INTEGER NOT NULL,
		revision    INTEGER NOT NULL,
		id          TEXT    NOT NULL,
		type        TEXT    NOT NULL,
		schema      INTEGER NOT NULL,
		data        TEXT    NOT NULL,
		meta        TEXT,
		recorded_at INTEGER NOT NULL,
		prev_hash   BLOB    NOT NULL,
		hash        BLOB    NOT NULL
	)`,
	`CREATE UNIQUE INDEX events_by_stream ON events (stream, revision)`,
	`CREATE VIEW log AS
		SELECT e.position, s.name AS stream, e.revision, e.id, e.type, e.schema, e.data, e.meta,
			strftime('%Y-%m-%dT%H:%M:%S', e.recorded_at / 1000000, 'unixepoch')
				|| printf('.%06dZ', e.recorded_at % 1000000) AS recorded_at,
			lower(hex(e.prev_hash)) AS prev_hash, lower(hex(e.hash)) AS hash
		FROM events e JOIN streams s ON s.id = e.stream`,
}

// checkSchema refuses a file of another program or of a newer version.
func checkSchema(c *conn, path string) error {
	application, err := c.number("PRAGMA application_id")
	if err != nil {
		return err
	}
	version, err := c.number("PRAGMA user_version")
	if err != nil {
		return err
	}
	switch {
	case application != applicationID:
		return fmt.Errorf("%w: %s is a database of another program; choose another data directory",
			eventstore.ErrUnavailable, path)
	case version != schemaVersion:
		return fmt.Errorf("%w: %s has schema version %d, this program reads version %d; "+
			"use the version of bimstream that wrote it, or a newer one",
			eventstore.ErrUnavailable, path, version, schemaVersion)
	}
	return nil
}

// create makes the database file. The caller holds the process lock and has checked that there is no file. The file is
// built under another name and renamed when it is complete, so that a reader never sees a part of it and a crash leaves
// none behind.
func create(path string) error {
	building := path + ".new"
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(building + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return translate(err)
		}
	}
	if err := build(building); err != nil {
		return err
	}
	// SQLite creates the files beside the database with the same mode: for the owner only.
	if err := os.Chmod(building, 0o600); err != nil {
		return translate(err)
	}
	if err := syncPath(building); err != nil {
		return translate(err)
	}
	if err := os.Rename(building, path); err != nil {
		return translate(err)
	}
	return translate(syncDirectory(filepath.Dir(path)))
}

func build(path string) error {
	c, err := connect(path, true, "journal_mode=WAL",
		fmt.Sprintf("application_id=%d", applicationID))
	if err != nil {
		return err
	}
	return errors.Join(fill(c), c.close())
}

func fill(c *conn) error {
	if err := c.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	for _, t := range tables {
		if err := c.exec(t); err != nil {
			return err
		}
	}
	if err := c.exec(fmt.Sprintf("PRAGMA user_version=%d", schemaVersion)); err != nil {
		return err
	}
	return c.exec("COMMIT")
}

// makeDirectory creates the data directory and its missing parents, for the owner only, and makes their names durable.
func makeDirectory(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	parent := filepath.Dir(dir)
	if parent != dir {
		if err := makeDirectory(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return translate(err)
	}
	return translate(syncDirectory(parent))
}

// syncPath makes a closed file durable.
func syncPath(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
