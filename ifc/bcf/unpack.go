package bcf

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// unpacked is an open archive whose files are unpacked on request.
type unpacked struct {
	entries map[string]*zip.File // files by their names in lower case
	names   []string             // names of the files, sorted
	left    int64                // bytes that may still be unpacked
	most    int64                // limit of the bytes to unpack
	faults  []Fault
	err     error // error that ended the reading
}

// unpack opens an archive.
func unpack(r io.ReaderAt, size, most int64) (*unpacked, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoArchive, err)
	}
	if len(z.File) > MaxEntries {
		return nil, fmt.Errorf("%w: %d files, at most %d are read", ErrTooLarge, len(z.File), MaxEntries)
	}
	u := &unpacked{entries: map[string]*zip.File{}, left: most, most: most}
	for _, f := range z.File {
		name := strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(f.Name, `\`, "/")), "/")
		if f.FileInfo().IsDir() || strings.HasSuffix(f.Name, `\`) || name == "" {
			continue
		}
		if u.entries[strings.ToLower(name)] != nil {
			u.fault(name, "the archive has two files of this name; the first is read")
			continue
		}
		u.entries[strings.ToLower(name)], u.names = f, append(u.names, name)
	}
	slices.Sort(u.names)
	if u.entries["bcf.version"] == nil && !slices.ContainsFunc(u.names,
		func(n string) bool { return strings.HasSuffix(strings.ToLower(n), "/markup.bcf") }) {
		return nil, fmt.Errorf("%w: it has neither bcf.version nor a markup.bcf", ErrNoArchive)
	}
	return u, nil
}

// file returns a file that another file of the archive names; ok is false if it is missing, too large or damaged.
func (u *unpacked) file(from, name string) (data []byte, ok bool) {
	return u.bounded(from, name, MaxFile)
}

func (u *unpacked) bounded(from, name string, limit int64) (data []byte, ok bool) {
	f := u.entries[strings.ToLower(path.Clean(strings.ReplaceAll(name, `\`, "/")))]
	if f == nil || u.err != nil {
		return nil, false
	}
	r, err := f.Open()
	if err == nil {
		data, err = io.ReadAll(io.LimitReader(r, min(limit, u.left)+1)) // the size that the archive states may be wrong
		err = errors.Join(err, r.Close())
	}
	if u.left -= int64(len(data)); u.left < 0 {
		u.err = fmt.Errorf("%w: more than %d bytes when unpacked", ErrTooLarge, u.most)
		return nil, false
	}
	if int64(len(data)) > limit {
		u.fault(from, "%s has more than %d bytes", name, limit)
		return nil, false
	}
	if err != nil {
		u.fault(from, "%s is damaged: %v", name, err)
		return nil, false
	}
	return data, true
}

// optional returns the root element of a file, or nil if the file is missing or no XML.
func (u *unpacked) optional(name string) *node {
	data, ok := u.bounded(name, name, MaxDocument)
	if !ok {
		return nil
	}
	root, err := parse(data)
	if err != nil {
		u.fault(name, "%v", err)
		return nil
	}
	return root
}
