import {describe, expect, test} from '@jest/globals';
import {GATEWAY_RULE_OF} from './gateways.ts';
import type {Match, NamedRoute, Rule} from './request.ts';

type Gateway = keyof typeof GATEWAY_RULE_OF;

/** The matches of each rule, by the name of the rule: a method or `*`, a kind of path and its value. */
type Rules = Readonly<Record<string, readonly string[]>>;

interface Case {
  readonly fact: string;
  /** The HTTPRoutes by name, the oldest first. */
  readonly routes: Readonly<Record<string, Rules>>;
  readonly request: string;
  /** The name of the rule, or `none`, in every gateway that is not among the others. */
  readonly rule: string;
  readonly others?: Readonly<Partial<Record<Gateway, string>>>;
}

const CASES: readonly Case[] = [
  {
    fact: 'Exact before an expression',
    routes: {a: {expression: ['GET ~ /x/[^/]*(?:)(?:)$'], exact: ['GET = /x/a']}},
    request: 'GET /x/a',
    rule: 'exact',
  },
  {
    fact: 'an Exact path is the whole path',
    routes: {a: {exact: ['GET = /a']}},
    request: 'GET /a/',
    rule: 'none',
  },
  {
    fact: 'a prefix ends where a segment ends',
    routes: {a: {prefix: ['GET ^ /a']}},
    request: 'GET /ab',
    rule: 'none',
  },
  {
    fact: 'the longer expression, although it is the later one',
    routes: {a: {shorter: ['GET ~ /x/[^/]*$'], longer: ['GET ~ /x/a(?:)(?:)(?:)$']}},
    request: 'GET /x/a',
    rule: 'longer',
    others: {kgateway: 'shorter'},
  },
  {
    fact: 'the longer expression, although it is the wider one',
    routes: {a: {shorter: ['GET ~ /x/a$'], longer: ['GET ~ /x/[^/]*$']}},
    request: 'GET /x/a',
    rule: 'longer',
    others: {kgateway: 'shorter'},
  },
  {
    fact: 'length in bytes',
    routes: {a: {ascii: ['GET ~ /x/(?:a|.*)$'], umlaut: ['GET ~ /x/(?:ö|.*)$']}},
    request: 'GET /x/a',
    rule: 'umlaut',
    others: {kgateway: 'ascii'},
  },
  {
    fact: 'the longer prefix',
    routes: {a: {shorter: ['GET ^ /'], longer: ['GET ^ /a']}},
    request: 'GET /a/b',
    rule: 'longer',
  },
  {
    fact: 'an expression before a shorter prefix, even with a method',
    routes: {a: {prefix: ['GET ^ /'], expression: ['* ~ /.*$']}},
    request: 'GET /a',
    rule: 'expression',
    others: {istio: 'prefix'},
  },
  {
    fact: 'an expression before a longer prefix',
    routes: {a: {prefix: ['GET ^ /x/aaaaa'], expression: ['GET ~ /x/.*$']}},
    request: 'GET /x/aaaaa/b',
    rule: 'expression',
    others: {istio: 'prefix', agentgateway: 'prefix', traefik: 'prefix'},
  },
  {
    fact: 'the path of a prefix itself is a location of its own',
    routes: {a: {prefix: ['GET ^ /x/a'], expression: ['GET ~ /x/.*$']}},
    request: 'GET /x/a',
    rule: 'expression',
    others: {istio: 'prefix', nginx: 'prefix'},
  },
  {
    fact: 'the path of the prefix `/` is not',
    routes: {a: {prefix: ['GET ^ /'], expression: ['GET ~ /(?!_ngf-internal-).*$']}},
    request: 'GET /',
    rule: 'expression',
    others: {istio: 'prefix'},
  },
  {
    fact: 'of equal lengths the first rule, the text from Z to A',
    routes: {a: {first: ['GET ~ /[^/]*/a$'], second: ['GET ~ /a/[^/]*$']}},
    request: 'GET /a/a',
    rule: 'first',
    others: {contour: 'second'},
  },
  {
    fact: 'of equal lengths the first rule, the text from A to Z',
    routes: {a: {first: ['GET ~ /a/[^/]*$'], second: ['GET ~ /[^/]*/a$']}},
    request: 'GET /a/a',
    rule: 'first',
    others: {nginx: 'second'},
  },
  {
    fact: 'of equal lengths the older HTTPRoute, the first name, the one with more rules',
    routes: {z: {older: ['GET ~ /[^/]*/a$']}, a: {younger: ['GET ~ /a/[^/]*$'], other: ['GET = /other']}},
    request: 'GET /a/a',
    rule: 'older',
    others: {agentgateway: 'younger', contour: 'younger', traefik: 'younger'},
  },
  {
    fact: 'a name ends with a full stop where the names of HTTPRoutes are compared',
    routes: {a: {shorter: ['GET ~ /a/[^/]*$']}, 'a-a': {longer: ['GET ~ /[^/]*/a$']}},
    request: 'GET /a/a',
    rule: 'shorter',
    others: {agentgateway: 'longer', nginx: 'longer'},
  },
  {
    fact: 'the numbers of rules have two digits',
    routes: {
      a: {
        ...Object.fromEntries([...'bcdefghij'].map((name) => [name, [`GET = /${name}`]])),
        tenth: ['GET ~ /a/[^/]*$'],
        eleventh: ['GET ~ /[^/]*/a$'],
      },
    },
    request: 'GET /a/a',
    rule: 'tenth',
    others: {nginx: 'eleventh'},
  },
  {
    fact: 'a match with a method before one without',
    routes: {a: {any: ['* ~ /a$'], get: ['GET ~ /a$']}},
    request: 'GET /a',
    rule: 'get',
  },
  {
    fact: 'a match without a method takes the others',
    routes: {a: {any: ['* ~ /a$'], get: ['GET ~ /a$']}},
    request: 'POST /a',
    rule: 'any',
  },
  {
    fact: 'the length before the method',
    routes: {a: {get: ['GET ~ /.*$'], any: ['* ~ /a(?:)$']}},
    request: 'GET /a',
    rule: 'any',
    others: {kgateway: 'get', traefik: 'get'},
  },
  {
    fact: 'the method is asked after the path was chosen',
    routes: {a: {exact: ['GET = /pet/findByStatus'], expression: ['DELETE ~ /pet/[^/]*$']}},
    request: 'DELETE /pet/findByStatus',
    rule: 'expression',
    others: {nginx: 'none'},
  },
  {
    fact: 'the same text is a path of its own as Exact',
    routes: {a: {exact: ['GET = /a'], expression: ['POST ~ /a']}},
    request: 'POST /a',
    rule: 'expression',
    others: {nginx: 'none'},
  },
  {
    fact: 'a match for the narrow path and the method cures it',
    routes: {
      a: {
        exact: ['GET = /pet/findByStatus'],
        expression: ['DELETE = /pet/findByStatus', 'DELETE ~ /pet/[^/]*$'],
      },
    },
    request: 'DELETE /pet/findByStatus',
    rule: 'expression',
  },
  {
    fact: 'an expression is open at its end',
    routes: {a: {expression: ['GET ~ /a']}},
    request: 'GET /ab',
    rule: 'none',
    others: {traefik: 'expression', nginx: 'expression', kong: 'expression'},
  },
  {
    fact: '`$` closes it',
    routes: {a: {expression: ['GET ~ /a$']}},
    request: 'GET /ab',
    rule: 'none',
  },
  {
    fact: 'an expression is open at its beginning',
    routes: {a: {expression: ['GET ~ /a$']}},
    request: 'GET /b/a',
    rule: 'none',
    others: {traefik: 'expression'},
  },
  {
    fact: '`^` closes it, and is refused',
    routes: {a: {expression: ['GET ~ ^/a$']}},
    request: 'GET /a',
    rule: 'expression',
    others: {nginx: 'none'},
  },
  {
    fact: 'the first alternative that matches has to match the whole path',
    routes: {a: {expression: ['GET ~ /(?:a|ab)']}},
    request: 'GET /ab',
    rule: 'expression',
    others: {agentgateway: 'none'},
  },
  {
    fact: '`$` makes another alternative match',
    routes: {a: {expression: ['GET ~ /(?:a|ab)$']}},
    request: 'GET /ab',
    rule: 'expression',
  },
  {
    fact: 'an encoded blank in an Exact path',
    routes: {a: {exact: ['GET = /a%20b']}},
    request: 'GET /a%20b',
    rule: 'exact',
    others: {traefik: 'none', nginx: 'none', kong: 'none'},
  },
  {
    fact: 'an encoded letter in an expression',
    routes: {a: {expression: ['GET ~ /gr%C3%B6%C3%9Fe$']}},
    request: 'GET /gr%C3%B6%C3%9Fe',
    rule: 'expression',
    others: {traefik: 'none', nginx: 'none', kong: 'none'},
  },
  {
    fact: 'a decoded letter in an expression',
    routes: {a: {expression: ['GET ~ /größe$']}},
    request: 'GET /gr%C3%B6%C3%9Fe',
    rule: 'none',
    others: {traefik: 'expression', nginx: 'expression', kong: 'expression'},
  },
  {
    fact: 'an encoded reserved character',
    routes: {a: {exact: ['GET = /a%5B%25']}},
    request: 'GET /a%5B%25',
    rule: 'exact',
    others: {nginx: 'none'},
  },
  {
    fact: 'an encoded slash in a parameter',
    routes: {a: {expression: ['GET ~ /b/[^/]*$']}},
    request: 'GET /b/a%2Fb',
    rule: 'expression',
    others: {'envoy-gateway': 'none', nginx: 'none'},
  },
  {
    fact: 'an encoded slash in small letters',
    routes: {a: {expression: ['GET ~ /b/[^/]*$']}},
    request: 'GET /b/a%2fb',
    rule: 'expression',
    others: {'envoy-gateway': 'none', nginx: 'none'},
  },
  {
    fact: 'an empty segment',
    routes: {a: {exact: ['GET = /a/b']}},
    request: 'GET /a//b',
    rule: 'exact',
    others: {istio: 'none', cilium: 'none', agentgateway: 'none'},
  },
  {
    fact: 'a rule with a match of an earlier rule',
    routes: {a: {first: ['GET = /a'], second: ['GET = /a', 'GET = /b']}},
    request: 'GET /b',
    rule: 'second',
    others: {contour: 'none'},
  },
];

const TYPES: Readonly<Record<string, string>> = {'=': 'Exact', '^': 'PathPrefix', '~': 'RegularExpression'};

function matchOf(text: string): Match {
  const [method = '', kind = '', value = ''] = text.split(' ');
  const path = {type: TYPES[kind] ?? '', value};
  return method === '*' ? {path} : {path, method};
}

describe.each(CASES)('$fact', ({routes, request, rule, others = {}}) => {
  const names = new Map<Rule, string>();
  const named: NamedRoute[] = Object.entries(routes).map(([name, rules]) => ({
    name: `default/${name}`,
    rules: Object.entries(rules).map(([label, texts]) => {
      const made = {matches: texts.map(matchOf)};
      names.set(made, label);
      return made;
    }),
  }));
  const [method = '', path = ''] = request.split(' ');

  test.each(Object.entries(GATEWAY_RULE_OF))('in %s', (gateway, ruleOf) => {
    const used = ruleOf(named, {method, path});
    const name = used === undefined ? 'none' : names.get(used);
    expect(name).toBe({[gateway]: rule, ...others}[gateway]);
  });
});
