// Renders a chart like "helm template", with the same template engine (text/template), the same functions (sprig) and the
// functions that Helm adds. Later YAML files of values override earlier ones. Debian has no Helm package.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"github.com/ghodss/yaml"
)

type values = map[string]interface{}

func read(path string) values {
	text, err := os.ReadFile(path)
	check(err)
	content := values{}
	check(yaml.Unmarshal(text, &content))
	return content
}

func merge(base, over values) values {
	for name, value := range over {
		inner, isMap := value.(values)
		outer, wasMap := base[name].(values)
		if isMap && wasMap {
			base[name] = merge(outer, inner)
		} else {
			base[name] = value
		}
	}
	return base
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	chart := os.Args[1]
	all := read(filepath.Join(chart, "values.yaml"))
	for _, path := range os.Args[2:] {
		all = merge(all, read(path))
	}
	described := values{}
	for name, value := range read(filepath.Join(chart, "Chart.yaml")) {
		described[strings.ToUpper(name[:1])+name[1:]] = value
	}
	top := values{
		"Values":  all,
		"Chart":   described,
		"Release": values{"Name": "placard", "Namespace": "default", "Service": "Helm", "IsInstall": true},
	}
	set := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	functions["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		check(err)
		return strings.TrimSuffix(string(text), "\n")
	}
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text bytes.Buffer
		err := set.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	set.Funcs(functions)
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		_, err = set.New(filepath.Base(file)).Parse(string(text))
		check(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, ".yaml") {
			fmt.Println("---")
			check(set.ExecuteTemplate(os.Stdout, filepath.Base(file), top))
		} else if strings.HasSuffix(file, ".txt") {
			// Notes are rendered to detect errors, but are not an object.
			var notes bytes.Buffer
			check(set.ExecuteTemplate(&notes, filepath.Base(file), top))
		}
	}
}
