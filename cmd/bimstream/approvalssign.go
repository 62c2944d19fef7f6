package main

import (
	"cmp"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/mcp"
)

// keyMode is the mode of a file with a private key: only its owner has access.
const keyMode = 0o600

func approvalsKeygen() *cobra.Command {
	return &cobra.Command{Use: "keygen FILE",
		Short: "Make a key to approve with, and print its public half for approval_keys", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, files []string) error {
			public, private, err := ed25519.GenerateKey(rand.Reader)
			if err != nil {
				return err
			}
			der, err := x509.MarshalPKCS8PrivateKey(private)
			if err != nil {
				return err
			}
			f, err := os.OpenFile(files[0], os.O_WRONLY|os.O_CREATE|os.O_EXCL, keyMode)
			if err != nil {
				return fmt.Errorf("a new file for the key: %w", err)
			}
			err = cmp.Or(pem.Encode(f, &pem.Block{Type: "PRIVATE KEY", Bytes: der}), f.Sync())
			if err = errors.Join(err, f.Close()); err != nil {
				return errors.Join(err, os.Remove(files[0])) // a partial key is useless
			}
			_, err = fmt.Fprintln(c.OutOrStdout(), hex.EncodeToString(public))
			return err
		}}
}

func approvalsSign(o *approvalOptions) *cobra.Command {
	var file string
	c := &cobra.Command{Use: "sign ID", Short: "Show a plan and print a signature over it, for approve --signature",
		Args: cobra.ExactArgs(1)}
	c.Flags().StringVar(&file, "key", "", "file of the private key (bimstream approvals keygen)")
	c.RunE = func(c *cobra.Command, ids []string) error {
		key, err := readKey(file)
		if err != nil {
			return err
		}
		return withApprover(c, o, func(a *mcp.Approver) error {
			asked, err := a.Find(c.Context(), ids[0])
			if err != nil {
				return err
			}
			if err := printPlan(c.ErrOrStderr(), asked); err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.OutOrStdout(), hex.EncodeToString(ed25519.Sign(key,
				[]byte(approvals.Statement(asked.Approval)))))
			return err
		})
	}
	return c
}

// readKey reads a private key from a file, and refuses a file that others can read.
func readKey(file string) (ed25519.PrivateKey, error) {
	if file == "" {
		return nil, errors.New("--key FILE names the private key: bimstream approvals keygen FILE makes one")
	}
	info, err := os.Stat(file)
	if err != nil {
		return nil, fmt.Errorf("the key: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("others can read %s: chmod 600 it, and make another key", file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("the key: %w", err)
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, fmt.Errorf("%s holds no key in PEM form", file)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	key, ok := parsed.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("%s is no Ed25519 key", file)
	}
	return key, nil
}
