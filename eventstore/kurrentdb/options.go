package kurrentdb

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
)

const (
	// DefaultNamespace is the namespace of a store if none is given.
	DefaultNamespace = "bimstream"
	// DefaultMaxAppendBytes is the size of a call that every version of the server accepts: the limit of EventStoreDB
	// and of KurrentDB up to 25.0.
	DefaultMaxAppendBytes = 1 << 20
	// DefaultCallTimeout bounds a call whose context ends later. It is longer than the election of a leader, which
	// takes a cluster some seconds.
	DefaultCallTimeout = 15 * time.Second
)

// Options are the options of a store. Only MirrorDir is required.
type Options struct {
	// MirrorDir is the directory of the local copy, on a local file system. The copy is in a folder of the namespace.
	MirrorDir string
	// Namespace separates stores on one server: the log is the stream "<namespace>-log". Lower-case letters, digits,
	// dots and underscores; empty is DefaultNamespace.
	Namespace string
	// MaxAppendBytes is the maximum size of one call as the server counts it; 0 means DefaultMaxAppendBytes. A larger
	// value needs a server with a larger limit (MaxAppendSize of KurrentDB). Larger appends are written in several
	// calls.
	MaxAppendBytes int
	// CallTimeout is the time limit of every call except Wait; 0 means DefaultCallTimeout. A call that takes longer
	// fails with ErrUnavailable.
	CallTimeout time.Duration

	shorterFor time.Duration // shorterPatience; less in tests
	silence    time.Duration // followSilence; less in tests
}

// The settings in a connection string for this package, which are removed before the client reads it.
const (
	namespaceSetting = "namespace"
	maxAppendSetting = "maxappendbytes"
)

// clientSettings are the settings that the client knows. The client merely logs an unknown setting.
var clientSettings = map[string]bool{
	"discoveryinterval": true, "gossiptimeout": true, "maxdiscoverattempts": true, "nodepreference": true,
	"keepaliveinterval": true, "keepalivetimeout": true, "tls": true, "tlscafile": true, "usercertfile": true,
	"userkeyfile": true, "tlsverifycert": true, "defaultdeadline": true,
}

// followSilence is how long a subscription may bring no events before its node is asked whether it still leads.
const followSilence = 5 * time.Second

// schemes maps the schemes of connection strings to the schemes that the client knows.
var schemes = map[string]string{
	"esdb": "esdb", "kurrentdb": "esdb", "kdb": "esdb",
	"esdb+discover": "esdb+discover", "kurrentdb+discover": "esdb+discover", "kdb+discover": "esdb+discover",
}

// IsConnectionString reports whether a text is a connection string for this package: esdb://, kurrentdb:// or kdb://,
// each with or without +discover.
func IsConnectionString(s string) bool {
	scheme, _, found := strings.Cut(s, "://")
	return found && schemes[scheme] != ""
}

// configure reads a connection string. It returns the client's configuration, and the options with the settings for
// this package.
func configure(connectionString string, options Options) (*esdb.Configuration, Options, error) {
	scheme, rest, found := strings.Cut(connectionString, "://")
	if !found || schemes[scheme] == "" {
		return nil, options, errors.New("a connection string begins with esdb://, esdb+discover:// or kurrentdb://")
	}
	hosts, query, _ := strings.Cut(rest, "?")
	settings, err := url.ParseQuery(query)
	if err != nil {
		return nil, options, errors.New("the settings behind the ? are not of the form key=value&key=value")
	}
	if err := takeSettings(settings, &options); err != nil {
		return nil, options, err
	}
	config, err := esdb.ParseConnectionString(schemes[scheme] + "://" + hosts + "?" + settings.Encode())
	if err != nil {
		return nil, options, fmt.Errorf("connection string: %w", withoutSecrets(err))
	}
	if config.Username != "" && config.DisableTLS {
		return nil, options, errors.New("the client sends a user and password over TLS only: remove tls=false, " +
			"or the user")
	}
	if len(config.GossipSeeds) > 0 { // the hosts of a list are the nodes, with or without +discover
		config.DnsDiscover = false
	}
	harden(config)
	return config, options, complete(&options)
}

// withSetting returns a connection string with another value of a setting.
func withSetting(connectionString, name, value string) string {
	hosts, query, _ := strings.Cut(connectionString, "?")
	settings, err := url.ParseQuery(query)
	if err != nil {
		return connectionString // Open refuses it later
	}
	for key := range settings {
		if strings.EqualFold(key, name) {
			delete(settings, key)
		}
	}
	settings.Set(name, value)
	return hosts + "?" + settings.Encode()
}

// withoutSecrets removes the text of the URL, which may contain a password, from an error.
func withoutSecrets(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}

// takeSettings removes the settings for this package and refuses unknown ones.
func takeSettings(settings url.Values, options *Options) error {
	for key := range settings {
		value := settings.Get(key)
		switch name := strings.ToLower(key); {
		case name == namespaceSetting:
			options.Namespace = value
			delete(settings, key)
		case name == maxAppendSetting:
			n, err := strconv.Atoi(value)
			if err != nil || n <= 0 {
				return fmt.Errorf("the setting %s is a number of bytes, not %q", key, value)
			}
			options.MaxAppendBytes = n
			delete(settings, key)
		case !clientSettings[name]:
			return fmt.Errorf("the connection string has an unknown setting %q", key)
		}
	}
	return nil
}

// harden adapts the configuration to the defects of the client. The client logs nothing, and discovers only once: the
// store itself retries with a new client, because a client that gave up is unusable.
func harden(config *esdb.Configuration) {
	config.Logger = esdb.NoopLogging()
	config.MaxDiscoverAttempts = 1
	config.NodePreference = esdb.NodePreferenceLeader
	config.DefaultDeadline = nil // every call has a context with a deadline
}

var namespacePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9._]{0,62}$`)

func complete(options *Options) error {
	if options.Namespace == "" {
		options.Namespace = DefaultNamespace
	}
	if options.MaxAppendBytes <= 0 {
		options.MaxAppendBytes = DefaultMaxAppendBytes
	}
	if options.MaxAppendBytes < leastAppendBytes {
		return fmt.Errorf("maxAppendBytes is at least %d", leastAppendBytes)
	}
	if options.CallTimeout <= 0 {
		options.CallTimeout = DefaultCallTimeout
	}
	options.shorterFor, options.silence = shorterPatience, followSilence
	if !namespacePattern.MatchString(options.Namespace) {
		return fmt.Errorf("the namespace %q is not made of at most 63 lower-case letters, digits, dots and underscores",
			options.Namespace)
	}
	if options.MirrorDir == "" {
		return errors.New("a store on a server needs a directory for its local mirror")
	}
	return nil
}

// InNamespace returns a connection string for another namespace of the same server.
func InNamespace(connectionString, namespace string) string {
	return withSetting(connectionString, namespaceSetting, namespace)
}
