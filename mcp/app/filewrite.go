package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// outputMode is the mode of a finished file.
const outputMode = 0o600

// WriteOutput writes a temporary file beside a path and renames it to the path once it is complete and on the disk,
// replacing an existing file. If anything fails or the context ends, it leaves no temporary file and keeps the old one.
func WriteOutput(ctx context.Context, path string, write func(io.Writer) error) (digest string, size int64, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), PartPrefix+"*"+PartSuffix)
	if err != nil {
		return "", 0, err
	}
	if digest, size, err = writeWhole(ctx, f, write); err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return "", 0, errors.Join(err, os.Remove(f.Name()))
	}
	return digest, size, nil
}

// writeWhole writes a file to the disk, closes it and gives it the mode of a finished file.
func writeWhole(ctx context.Context, f *os.File, write func(io.Writer) error) (digest string, size int64, err error) {
	hash := sha256.New()
	err = write(&liveWriter{ctx, io.MultiWriter(f, hash)})
	if err == nil {
		err = f.Sync()
	}
	if info, failed := f.Stat(); failed == nil {
		size = info.Size()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Chmod(f.Name(), outputMode)
	}
	return hex.EncodeToString(hash.Sum(nil)), size, err
}

// liveWriter returns an error once a context has ended.
type liveWriter struct {
	ctx context.Context
	out io.Writer
}

// Write implements io.Writer.
func (w *liveWriter) Write(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.out.Write(p)
}
