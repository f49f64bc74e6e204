import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';

/** What a program with the code of a mesh is asked, how, and what our model of that code answers. */
interface Program<Question, Answer> {
  /** The program, which prints a line of JSON for each line of JSON; `undefined` where it is not here. */
  readonly program: string | undefined;
  /** A file of this folder with a question and the program's answer in each line. */
  readonly file: string;
  /** The questions whose answers are recorded. */
  readonly questions: () => readonly Question[];
  readonly model: (question: Question) => Answer;
}

/** What the model and the program answered to the questions in the file, which are asked again with `APIGEN_REWRITE_CASES`. */
export function recordedAnswers<Question, Answer>(asked: Program<Question, Answer>) {
  const file = path.resolve('test/meshes', asked.file);
  if (asked.program !== undefined && process.env.APIGEN_REWRITE_CASES) {
    const questions = asked.questions();
    const answers = programAnswers(asked.program, questions);
    const record = questions.map((question, index) => `${JSON.stringify([question, answers[index]])}\n`);
    writeFileSync(file, record.join(''));
  }
  const recorded = lines<[Question, Answer]>(readFileSync(file, 'utf8'));
  return {
    questions: recorded.map(([question]) => question),
    model: recorded.map(([question]) => asked.model(question)),
    program: recorded.map(([, answer]) => answer),
  };
}

/** The answers of a program that prints a line of JSON for each line of JSON. */
export function programAnswers<Answer>(program: string, questions: readonly unknown[]): Answer[] {
  const input = questions.map((question) => `${JSON.stringify(question)}\n`).join('');
  return lines(execFileSync(program, {input, encoding: 'utf8', maxBuffer: Number.POSITIVE_INFINITY}));
}

function lines<T>(text: string): T[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
