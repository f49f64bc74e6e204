import {firstOfEach} from '../base/group-by.ts';
import {keyLocation} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {prefixOf, spanningNames} from '../openapi/effective-settings.ts';
import type {DescribedParameter, RoutedOperation} from '../openapi/operation.ts';
import {isPathName, lastName} from '../routes/path-template.ts';
import type {Rule, RuleInput} from './rule.ts';

/** Doubts about generated paths: parts that frameworks leave out, or write, without a way to know it for certain. */
export const frameworkPath = {
  code: 'framework-path',
  severity: 'note',
  summary: 'Paths are what the framework serves: with parameters that span segments, and with one prefix',
  check(input) {
    const findings = input.routes.flatMap((operation) => {
      const location = keyLocation(operation.pathItem.location);
      return [...doubtsAbout(operation, input)].map(([message, hint]) => ({message, hint, location}));
    });
    return firstOfEach(findings, ({message}) => message);
  },
} satisfies Rule;

/** Whether the schema of a parameter says more than that it is a string. */
function isTyped({schema}: DescribedParameter): boolean {
  const {type, format, pattern, choices = []} = schema();
  return type !== 'string' || (format ?? pattern) !== undefined || choices.length > 0;
}

/** Messages with their hints. */
function* doubtsAbout(operation: RoutedOperation, {settings, description}: RuleInput) {
  const {path, template = path} = operation.pathItem;
  const inPath = `in ${quote(template)}`;
  const typed = operation.parameters.filter(isTyped).map((parameter) => parameter.name);
  const certain = [...typed, ...spanningNames(operation, settings)];
  // FastAPI, Flask, Django, Litestar, Sanic, NestJS and springdoc strip the converter.
  const name = lastName(template);
  if (/\/\{[\w.?-]+\}$/.test(template) && isPathName(name) && !certain.includes(name))
    yield [
      `{${name}} ${inPath} matches one segment, but frameworks leave out of a description that a parameter spans several`,
      `set \`path.multi_segment: [${name}]\` if it does`,
    ] as const;
  // `@fastify/swagger` writes it for `/jobs/:id::cancel`.
  for (const [, made = ''] of template.matchAll(/(?<=\}):\{([A-Za-z]\w*)\}(?=\/|$)/g))
    if (!certain.includes(made))
      yield [
        `{${made}} ${inPath} matches any text: Fastify writes it for \`::${made}\``,
        `write ${quote(template.replace(`:{${made}}`, `:${made}`))} if ":${made}" is literal`,
      ] as const;
  // swag writes it where an annotation repeats `@BasePath`; it may be all paths, so one is reported.
  const isSet = settings.level('path.base') !== 'default' || settings.get('path.from_servers') === true;
  const prefixes = isSet
    ? [prefixOf(settings) + path.slice(0, path.length - template.length)]
    : [...description.servers.paths.keys()];
  const prefix = prefixes.find((one) => one !== '' && `${template}/`.startsWith(`${one}/`));
  if (prefix !== undefined)
    yield [
      `a path begins with the prefix ${quote(prefix)} already`,
      isSet
        ? 'remove it from the path or the prefix if requests have it once'
        : 'set `path.base` to "/" if requests have it once',
    ] as const;
}
