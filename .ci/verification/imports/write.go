package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/export"
	"github.com/bimstream/bimstream/ifc/importer"
)

// write exports a model in the schema of its source file. Beside the export it writes the report of the import and the
// warnings of the export. It adds the three paths to the list of pairs.
func (s *totals) write(path string, data []byte, m *state.Model, report importer.Report) error {
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
	summary, err := export.File(context.Background(), target, m,
		export.Options{Schema: src.Templates().Name, Stamp: time.Unix(0, 0).UTC()})
	if err != nil {
		return fmt.Errorf("its export: %w", err)
	}
	told, err := json.Marshal(map[string]any{"left": report.Left, "warnings": summary.Warnings})
	if err != nil {
		return err
	}
	beside := strings.TrimSuffix(target, ".ifc") + ".json"
	if err := os.WriteFile(beside, told, 0o600); err != nil {
		return err
	}
	_, err = fmt.Fprintf(list, "%s\t%s\t%s\n", path, target, beside)
	return err
}
