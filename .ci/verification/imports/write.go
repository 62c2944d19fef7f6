package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/export"
)

// write exports a model in the schema of the file that it was made from, and adds both paths to the list of pairs.
func (s *totals) write(path string, data []byte, m *domain.Model) error {
	if s.folder == "" {
		return nil
	}
	src, err := building.Parse(data)
	if err != nil {
		return err
	}
	list, err := os.OpenFile(filepath.Join(s.folder, "pairs.txt"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer list.Close()
	target := filepath.Join(s.folder, fmt.Sprintf("%04d.ifc", s.imported))
	if _, err := export.File(context.Background(), target, m,
		export.Options{Schema: src.Templates().Name, Stamp: time.Unix(0, 0).UTC()}); err != nil {
		return fmt.Errorf("its export: %w", err)
	}
	_, err = fmt.Fprintf(list, "%s\t%s\n", path, target)
	return err
}
