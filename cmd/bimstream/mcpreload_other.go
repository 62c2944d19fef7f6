//go:build !unix

package main

import (
	"context"
	"log/slog"

	"github.com/bimstream/bimstream/mcp/httpd"
)

// reloading does nothing on systems without SIGHUP: restart the server instead.
func reloading(context.Context, *httpd.Service, *slog.Logger) (stop func()) { return func() {} }
